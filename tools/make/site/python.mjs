/**
 * Pyodide's own Python, run by node. FOLDER is the npm package `pyodide`.
 *
 *     node python.mjs FOLDER IN.zip TARGET   write what `reduce.py` makes of IN.zip into TARGET
 */

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, source, target] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
const python = await loadPyodide();
const given = { "reduce.py": new URL("reduce.py", import.meta.url), "in.zip": source, "library.zip": `${folder}/python_stdlib.zip` };
for (const [name, file] of Object.entries(given)) python.FS.writeFile(`/${name}`, new Uint8Array(readFileSync(file)));
const made = python.runPython("import sys; sys.path.insert(0, '/'); import reduce; reduce.reduce()");
for (const name of made) writeFileSync(`${target}/${name}`, python.FS.readFile(`/${name}`));
