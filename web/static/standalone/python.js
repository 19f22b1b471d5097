/** Starts Python in a worker, with the packages of the board. */

const HOME = "/board";
const STEP_BYTES = 200_000; // between two messages on the progress
export const STOPS = '"do":"stop"'; // in a line that tells an engine to stop
const KEPT = "board-checksum"; // a header of the service worker

/** Python's code as this worker uses it; others need not compile it again. @type {{ code: WebAssembly.Module|null }} */
export const compiled = { code: null };

/**
 * Python, with packs of our own packages spread, and the module `board_files`: its function `fetched`
 * gets a file of `later`.
 * @param {(part: string, bytes?: number) => void} say  called with "bytes" as they come, and when a
 *   part is done
 * @param {string[]} [packs] @param {WebAssembly.Module|null} [code]  as another worker has compiled it
 */
export async function startPython(say, packs = ["engine"], code = null) {
  count(say);
  useCode(code);
  const files = packs.map((name) => unpacked(`../${name}.pack`));
  const home = new URL("../python/", import.meta.url).href;
  const { loadPyodide } = await import(`${home}pyodide.mjs`);
  const python = await loadPyodide({ indexURL: home });
  say("python");
  for (const pack of await Promise.all(files)) spread(python.FS, pack);
  python.runPython(`import sys; sys.path.insert(0, "${HOME}")`);
  python.registerJsModule("board_files", { fetched });
  say("unpacked");
  return python;
}

/** Let Pyodide use compiled code instead of fetching and compiling its own. @param {WebAssembly.Module|null} code */
function useCode(code) {
  const [compile, whole] = [WebAssembly.instantiateStreaming, self.fetch];
  if (code) self.fetch = async (...request) => (String(request[0]).endsWith(".asm.wasm") ? new Response() : whole(...request));
  WebAssembly.instantiateStreaming = async (answer, imports) => {
    const made = code ? { module: code, instance: await WebAssembly.instantiate(code, imports) } : await compile(answer, imports);
    compiled.code = made.module;
    return made;
  };
}

/** A file beside the page, while Python waits: a search cannot do anything else. @param {string} name */
function fetched(name) {
  const request = new XMLHttpRequest();
  request.open("GET", new URL(`../later/${name}`, import.meta.url).href, false);
  request.responseType = "arraybuffer";
  request.send();
  if (request.status !== 200) throw new Error(`${name} cannot be fetched: status ${request.status}`);
  return new Uint8Array(request.response);
}

/**
 * Tell the bytes of all that this worker fetches, as they come. The service worker tells those that it
 * keeps, and the browser keeps the machine code only of an answer that nobody has touched.
 * @param {(part: string, bytes: number) => void} say
 */
function count(say) {
  const whole = self.fetch.bind(self);
  let [seen, told] = [0, 0];
  const counter = () => new TransformStream({
    transform(part, to) {
      seen += part.byteLength;
      to.enqueue(part);
      if (seen - told < STEP_BYTES) return;
      told = seen;
      say("bytes", seen);
    },
  });
  self.fetch = async (...request) => {
    const answer = await whole(...request);
    return answer.headers.has(KEPT) ? answer : new Response(answer.body?.pipeThrough(counter()), answer);
  };
}

/** The content of a compressed file beside the page. @param {string} name */
async function unpacked(name) {
  const answer = await fetch(new URL(name, import.meta.url));
  const stream = /** @type {ReadableStream} */ (answer.body).pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/**
 * Write the files of a pack: a line of JSON with [name, bytes] of each, then the contents, which the
 * file system takes as they are.
 * @param {any} files  Emscripten's file system
 * @param {Uint8Array} pack
 */
function spread(files, pack) {
  const end = pack.indexOf(10);
  let from = end + 1;
  for (const [name, length] of JSON.parse(new TextDecoder().decode(pack.subarray(0, end)))) {
    const path = `${HOME}/${name}`;
    files.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    files.writeFile(path, pack.subarray(from, from + length), { canOwn: true });
    from += length;
  }
}
