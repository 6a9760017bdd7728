/**
 * What the HTML report does beyond standing there: filters, opening what a link points at, opening all for the
 * printer. Without it everything is still there to be read; the filters show only with it. It is the only script that
 * the page's policy lets run, by its hash. Plain script for browsers of the last years, no backslash in it.
 */
export const SCRIPT = `
(() => {
  const all = (what, from = document) => [...from.querySelectorAll(what)];
  const form = document.getElementById("filters");
  const said = document.getElementById("count");
  const none = document.getElementById("none");
  const items = all("[data-outcome]").map((element) => ({ element, text: element.textContent.toLowerCase() }));
  const apply = () => {
    const asked = new FormData(form);
    const outcomes = new Set(asked.getAll("outcome"));
    const category = asked.get("category");
    const words = asked.get("text").toLowerCase().split(" ").filter((word) => word !== "");
    let shown = 0;
    for (const { element, text } of items) {
      const { outcome, category: own } = element.dataset;
      const fits = outcomes.has(outcome) && (category === "" || category === own) && words.every((word) => text.includes(word));
      element.hidden = !fits;
      if (fits) shown += 1;
    }
    for (const group of all("[data-group]").reverse()) {
      group.hidden = all("[data-outcome]", group).every((element) => element.hidden);
    }
    said.textContent = shown + " of " + items.length + " checks";
    none.hidden = shown > 0;
  };
  const openAll = (open) => {
    for (const one of all("details.check, details.group")) if (!one.hidden) one.open = open;
  };
  form.addEventListener("input", apply);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(apply));
  document.getElementById("open").addEventListener("click", () => openAll(true));
  document.getElementById("close").addEventListener("click", () => openAll(false));
  const reveal = () => {
    const target = document.getElementById(location.hash.slice(1));
    if (target === null) return;
    for (let one = target; one !== null; one = one.parentElement) {
      one.hidden = false;
      if (one.tagName === "DETAILS") one.open = true;
    }
    target.scrollIntoView();
  };
  addEventListener("hashchange", reveal);
  let opened = [];
  addEventListener("beforeprint", () => {
    opened = all("details:not([open])");
    for (const one of opened) one.open = true;
  });
  addEventListener("afterprint", () => {
    for (const one of opened) one.open = false;
  });
  form.hidden = false;
  apply();
  if (location.hash !== "") reveal();
})();
`;
