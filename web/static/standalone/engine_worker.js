/** A worker with an engine. Its first message has the port of orders and the flag of stops. */

import { startPython } from "./python.js";

/** @type {((line: string) => void)|null} */
let hear = null;
/** @type {string[]} */
const early = [];

addEventListener("message", async ({ data: { port, flag, code } }) => {
  port.onmessage = (/** @type {MessageEvent<string>} */ { data }) => (hear ? hear(data) : early.push(data));
  const python = await startPython(() => null, code).catch((error) => postMessage({ failed: String(error) }));
  if (!python) return;
  if (flag) python.setInterruptBuffer(new Uint8Array(flag));
  const begin = python.runPython("from web.standalone.engine import begin; begin");
  hear = begin((/** @type {string} */ line) => port.postMessage(line));
  for (const line of early) hear?.(line);
}, { once: true });
