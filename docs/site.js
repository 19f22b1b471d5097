/** What axe-core asks of the theme. It has wrapped wide tables when the page is loaded. */
addEventListener("load", () => {
  for (const wrap of document.querySelectorAll(".md-typeset__scrollwrap")) wrap.tabIndex = 0;
  document.querySelector(".md-search").ariaLabel = "Search";
});
