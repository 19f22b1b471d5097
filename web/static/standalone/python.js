/** Starts Python in a worker, with the packages of the board. */

const HOME = "/board";
const STEP_BYTES = 200_000; // between two messages on the progress

/**
 * Python, with the archive of our own packages unpacked.
 * @param {(part: string, bytes?: number) => void} say  called with "bytes" as they come, and when a
 *   part is done
 */
export async function startPython(say) {
  count(say);
  const archive = unpacked("../board.pack.gz");
  const home = new URL("../python/", import.meta.url).href;
  const { loadPyodide } = await import(`${home}pyodide.mjs`);
  const python = await loadPyodide({ indexURL: home });
  say("python");
  spread(python.FS, await archive);
  python.runPython(`import sys; sys.path.insert(0, "${HOME}")`);
  say("unpacked");
  return python;
}

/** Tell the bytes of all that this worker fetches, as they come. @param {(part: string, bytes: number) => void} say */
function count(say) {
  const whole = self.fetch.bind(self);
  let [seen, told] = [0, 0];
  self.fetch = async (...request) => {
    const answer = await whole(...request);
    const counter = new TransformStream({
      transform(chunk, to) {
        to.enqueue(chunk);
        seen += chunk.byteLength;
        if (seen - told < STEP_BYTES) return;
        told = seen;
        say("bytes", seen);
      },
    });
    return new Response(answer.body?.pipeThrough(counter), answer);
  };
}

/** The content of a compressed file beside the page. @param {string} name */
async function unpacked(name) {
  const answer = await fetch(new URL(name, import.meta.url));
  const stream = /** @type {ReadableStream} */ (answer.body).pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/**
 * Write the files of a pack: a line of JSON, then the contents. The line has [name, bytes] of each file;
 * without bytes it lies beside the pack, and is fetched when it is first read.
 * @param {any} files  Emscripten's file system
 * @param {Uint8Array} pack
 */
function spread(files, pack) {
  const end = pack.indexOf(10);
  let from = end + 1;
  for (const [name, length] of JSON.parse(new TextDecoder().decode(pack.subarray(0, end)))) {
    const [, folder, file] = `${HOME}/${name}`.match(/(.*)\/(.*)/) ?? [];
    files.mkdirTree(folder);
    if (length === undefined) files.createLazyFile(folder, file, new URL(`../later/${file}`, import.meta.url).href, true, false);
    else files.writeFile(`${folder}/${file}`, pack.subarray(from, from + length));
    from += length ?? 0;
  }
}
