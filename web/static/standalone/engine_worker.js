/** A worker with an engine. Its only message has the port of orders and the flag of stops. */

import { STOPS, startPython } from "./python.js";

addEventListener("message", ({ data: { port, flag, code } }) => begin(port, flag, code).catch(reportError), { once: true }); // its owner hears it

/** @param {MessagePort} port @param {SharedArrayBuffer|null} flag @param {any} code */
async function begin(port, flag, code) {
  const python = await startPython(() => null, ["engine"], code);
  const raised = new Uint8Array(flag ?? new ArrayBuffer(1));
  if (flag) python.setInterruptBuffer(raised);
  const hear = python.runPython("from web.standalone.engine import begin; begin")((/** @type {string} */ line) => port.postMessage(line));
  port.onmessage = ({ data }) => {
    if (data.includes(STOPS)) raised[0] = 0; // what it was raised for is over
    hear(data);
  };
  port.postMessage(""); // it has started
}
