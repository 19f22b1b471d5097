/**
 * Chooses the light or dark page, and says what keeps the page from starting. Browsers that run no modules run this script: it is none, and
 * has only what they know.
 */

{
  // (module (func (result v128) i32.const 0 i8x16.splat)): refused by browsers without SIMD.
  const SIMD = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11];

  /** The texts of the keys that begin with "check.", by language. @type {Object<string, Object<string, string>>} */
  const TEXTS = {}; // written by tools.make.site

  /** @type {{page?: string, language?: string}} */
  let chosen = {};
  try {
    chosen = JSON.parse(localStorage.getItem("pente.settings") || "{}");
  } catch (_) {
    // Without storage nothing was chosen.
  }
  const languages = [chosen.language || ""].concat(navigator.languages || []).map((name) => name.split("-")[0]);
  const language = languages.find((name) => name in TEXTS) || "en";
  const texts = TEXTS[language];
  /** @type {Element} */ (document.querySelector("link[rel=manifest]")).setAttribute("href", `app.${language}.webmanifest`);

  const missing = () => {
    if (location.protocol === "file:") return texts["check.file"];
    if (!("noModule" in document.createElement("script"))) return tooOld(texts["check.modules"]);
    if (!("WebAssembly" in window && WebAssembly.validate(new Uint8Array(SIMD)))) return tooOld(texts["check.simd"]);
    return "DecompressionStream" in window ? "" : tooOld("DecompressionStream");
  };

  /** @param {string} lack */
  const tooOld = (lack) => texts["check.tooOld"].replace("{lack}", lack);

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
    again.textContent = texts["check.again"];
    again.onclick = () => location.reload();
    say(texts["check.network"]).appendChild(again);
  };

  const isDark = chosen.page === "dark" || (chosen.page !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.setAttribute("data-page", isDark ? "dark" : "light");
  document.documentElement.setAttribute("data-loading", texts["check.loading"]); // for the first notice

  const why = missing();
  if (why) {
    document.documentElement.setAttribute("data-hindered", "");
    document.addEventListener("DOMContentLoaded", () => say(why));
  } else document.addEventListener("error", notLoaded, true);
}
