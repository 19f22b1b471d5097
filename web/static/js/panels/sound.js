/** Generated sounds: a click for a stone, a lower one for captures, a chord at the end. */

import { on, state } from "../game/store.js";

/** @type {AudioContext} */
let context;
/** @type {Game} */
let heard;

/** Follow the game; further calls change nothing. */
export function startSound() {
  if (context) return;
  context = new AudioContext();
  heard = state.game;
  on(["game"], () => {
    const [before, now] = [heard, state.game];
    heard = now;
    if (!state.settings.sound || !before || before.id !== now.id || before.current === now.current) return;
    const node = now.nodes.find((one) => one.id === now.current);
    click(node?.captures ? 190 : 420);
    if (node?.captures) setTimeout(() => click(150), 90);
    if (!now.result) return;
    for (const [i, pitch] of [262, 330, 392].entries()) setTimeout(() => tone(pitch), 200 + 130 * i);
  });
}

/** A stone on wood: a short noise through a narrow filter. @param {number} pitch */
function click(pitch) {
  const length = 0.06;
  const noise = context.createBuffer(1, context.sampleRate * length, context.sampleRate);
  const data = noise.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / data.length) ** 6;
  const source = new AudioBufferSourceNode(context, { buffer: noise });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: pitch * 4, Q: 2 });
  source.connect(filter).connect(new GainNode(context, { gain: 0.9 })).connect(context.destination);
  source.start();
}

/** @param {number} pitch */
function tone(pitch) {
  const now = context.currentTime;
  const gain = new GainNode(context, { gain: 0.12 });
  gain.gain.exponentialRampToValueAtTime(0.001, now + 0.6);
  const oscillator = new OscillatorNode(context, { frequency: pitch, type: "triangle" });
  oscillator.connect(gain).connect(context.destination);
  oscillator.start();
  oscillator.stop(now + 0.6);
}
