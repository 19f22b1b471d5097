/**
 * Pyodide's own Python, run by node. FOLDER is the npm package `pyodide`.
 *
 *     node python.mjs FOLDER variables               print the configuration of the build
 *     node python.mjs FOLDER compile IN.zip OUT.zip  byte code in the place of sources: it starts
 *                                                    four times as fast
 *     node python.mjs FOLDER library IN.zip OUT.zip  the same for the part of the standard library
 *                                                    that the sources of IN.zip need
 */

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, order, source, target] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
const python = await loadPyodide();
const here = (name) => readFileSync(new URL(name, import.meta.url), "utf8");
python.FS.writeFile("/reduce.py", here("reduce.py"));
python.runPython("import sys; sys.path.insert(0, '/')");
if (order === "variables") {
  console.log(python.runPython("import json, sysconfig; json.dumps(sysconfig.get_config_vars())"));
} else {
  python.FS.writeFile("/in.zip", new Uint8Array(readFileSync(source)));
  python.FS.writeFile("/library.zip", new Uint8Array(readFileSync(`${folder}/python_stdlib.zip`)));
  python.runPython(`import reduce; reduce.${order}()`);
  writeFileSync(target, python.FS.readFile("/out.zip"));
}
