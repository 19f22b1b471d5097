/**
 * Chooses the light or dark page, and says what keeps the page from starting. Browsers that run no modules run this script: it is none, has
 * only what they know, and its texts are in no table.
 */

{
  // (module (func (result v128) i32.const 0 i8x16.splat)): refused by browsers without SIMD.
  const SIMD = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11];

  const missing = () => {
    if (location.protocol === "file:") return "Browsers do not run the engine from a file. Open this page through a web server.";
    if (!("noModule" in document.createElement("script"))) return tooOld("JavaScript modules");
    if (!("WebAssembly" in window && WebAssembly.validate(new Uint8Array(SIMD)))) return tooOld("WebAssembly with SIMD");
    return "DecompressionStream" in window ? "" : tooOld("DecompressionStream");
  };

  /** @param {string} lack */
  const tooOld = (lack) =>
    `This browser is too old for the board: it has no ${lack}. A current Chrome, Edge, Firefox or Safari has it.`;

  /** @param {string} text */
  const say = (text) => {
    const notice = /** @type {HTMLElement} */ (document.getElementById("notice-start"));
    notice.className = "notice failed";
    notice.innerHTML = '<p role="status"></p>';
    /** @type {HTMLElement} */ (notice.firstChild).textContent = text;
    return notice;
  };

  /** A script that the network did not bring, or one that it imports. @param {Event} event */
  const notLoaded = (event) => {
    if (/** @type {Element} */ (event.target).tagName !== "SCRIPT") return;
    const again = document.createElement("button");
    again.textContent = "Try again";
    again.onclick = () => location.reload();
    say("The board could not be loaded. Is there a network?").appendChild(again);
  };

  let chosen = "auto";
  try {
    chosen = JSON.parse(localStorage.getItem("pente.settings") || "{}").page;
  } catch (_) {
    // Without storage nothing was chosen.
  }
  const isDark = chosen === "dark" || (chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.setAttribute("data-page", isDark ? "dark" : "light");

  const why = missing();
  if (why) {
    document.documentElement.setAttribute("data-hindered", "");
    document.addEventListener("DOMContentLoaded", () => say(why));
  } else document.addEventListener("error", notLoaded, true);
}
