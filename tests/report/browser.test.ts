import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { htmlReport } from "../../src/report/html.ts";
import { loadHtml } from "../../src/report/load-html.ts";
import { REPORT as LOAD } from "./load-sample.ts";
import { hostileReport, SAMPLE } from "./sample.ts";

const CHROMIUM = [
  process.env["CHROMIUM"],
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
].find((path) => path !== undefined && existsSync(path));

if (CHROMIUM === undefined) {
  console.warn("tests/report/browser: skipped, there is no chromium here (Debian: apt-get install chromium)");
}

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

describe.skipIf(CHROMIUM === undefined)("the HTML report in Chromium", () => {
  let browser: Browser;
  let folder = "";
  const addresses: Record<string, string> = {};

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "report-"));
    const reports = { sample: SAMPLE, hostile: hostileReport(), none: { ...SAMPLE, tests: [], categories: {} } };
    const pages = Object.entries(reports).map(([name, report]) => [name, htmlReport(report)] as const);
    for (const [name, text] of [...pages, ["load", loadHtml(LOAD)] as const]) {
      const path = join(folder, `${name}.html`);
      writeFileSync(path, text);
      addresses[name] = pathToFileURL(path).href;
    }
    browser = await chromium.launch({ executablePath: CHROMIUM ?? "", args: ["--no-sandbox", "--disable-gpu"] });
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Opens a report, lets `look` work on it, and gives back whatever the page asked for or complained of. */
  async function open(
    name: string,
    look: (page: Page) => Promise<void>,
    how: BrowserContextOptions = {},
    hash = "",
  ): Promise<readonly string[]> {
    const seen: string[] = [];
    const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, ...how });
    try {
      const page = await context.newPage();
      page.on("console", (message) => seen.push(`console: ${message.text()}`));
      page.on("pageerror", (error) => seen.push(`error: ${error.message}`));
      page.on("dialog", (dialog) => {
        seen.push(`dialog: ${dialog.message()}`);
        void dialog.dismiss();
      });
      page.on("request", (request) => {
        if (request.url().split("#")[0] !== addresses[name]) seen.push(`request: ${request.url()}`);
      });
      await page.goto(`${addresses[name]}${hash}`);
      await look(page);
    } finally {
      await context.close();
    }
    return seen;
  }

  const openEverything = (page: Page) =>
    page.evaluate(() => {
      for (const one of document.querySelectorAll("details")) one.open = true;
    });

  it.each(["sample", "hostile", "none", "load"])(
    "asks for nothing, complains of nothing, shows nothing unasked: %s",
    async (name) => {
      const seen = await open(name, async (page) => {
        await openEverything(page);
        await page.mouse.move(300, 400);
      });
      expect(seen).toEqual([]);
    },
  );

  it.each([
    ["sample", "light"],
    ["sample", "dark"],
    ["hostile", "light"],
    ["none", "dark"],
    ["load", "light"],
    ["load", "dark"],
  ] as const)("has nothing that axe calls serious: %s, %s", async (name, colorScheme) => {
    await open(
      name,
      async (page) => {
        await openEverything(page);
        await page.evaluate(AXE);
        const found = await page.evaluate(async () => {
          const axe = (globalThis as unknown as { axe: { run(): Promise<AxeResults> } }).axe;
          const { violations, passes } = await axe.run();
          return {
            bad: violations
              .filter((one) => one.impact === "serious" || one.impact === "critical")
              .map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(" ")).join(", ")}`),
            contrast: passes.some((one) => one.id === "color-contrast"),
          };
        });
        expect(found).toEqual({ bad: [], contrast: true });
      },
      { colorScheme },
    );
  });

  it("is of other colours in the dark", async () => {
    const colours: string[] = [];
    for (const colorScheme of ["light", "dark"] as const) {
      await open(
        "sample",
        async (page) => {
          colours.push(await page.evaluate(() => getComputedStyle(document.body).backgroundColor));
        },
        { colorScheme },
      );
    }
    expect(colours).toEqual(["rgb(255, 255, 255)", "rgb(13, 17, 23)"]);
  });

  it.each(["sample", "hostile", "load"])("fits a phone, everything unfolded: %s", async (name) => {
    await open(
      name,
      async (page) => {
        await openEverything(page);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
      },
      { viewport: { width: 360, height: 740 } },
    );
  });

  const visible = (page: Page) =>
    page.locator("[data-outcome]:not([hidden])").evaluateAll((all) => all.map((one) => one.id));
  const idsOf = (fits: (test: (typeof SAMPLE.tests)[number]) => boolean) =>
    SAMPLE.tests
      .filter(fits)
      .map((test) => test.id)
      .sort();

  it("filters by outcome, category and text, together, and forgets it all", async () => {
    await open("sample", async (page) => {
      const count = page.locator("#count");
      expect(await count.textContent()).toBe("20 of 20 checks");
      for (const label of ["Passed", "Skipped", "Not evaluable"]) await page.getByLabel(label).uncheck();
      expect((await visible(page)).sort()).toEqual(idsOf((test) => test.outcome === "fail"));
      expect(await page.locator("h2:visible").allTextContents()).not.toContainEqual(expect.stringMatching(/^Skipped/));
      await page.getByLabel("Category").selectOption("schema");
      expect((await visible(page)).sort()).toEqual(["tools-schema", "tools-title-field"]);
      await page.getByLabel("Search").fill("天気予報 NUMBER");
      expect(await visible(page)).toEqual(["tools-title-field"]);
      expect(await count.textContent()).toBe("1 of 20 checks");
      await page.getByLabel("Search").fill("no such words");
      expect(await page.getByText("No check fits these filters.").isVisible()).toBe(true);
      await page.getByRole("button", { name: "Reset" }).click();
      await page.getByText("20 of 20 checks").waitFor();
      expect(await visible(page)).toHaveLength(20);
    });
  });

  it("finds what stands in an exchange, and opens and closes all", async () => {
    await open("sample", async (page) => {
      await page.getByLabel("Search").fill("partly cloudy");
      expect(await visible(page)).toEqual(["tools-call"]);
      await page.getByLabel("Search").fill("");
      await page.getByRole("button", { name: "Close all" }).click();
      expect(await page.locator("details.check[open]").count()).toBe(0);
      await page.getByRole("button", { name: "Open all" }).click();
      expect(await page.locator("details.check:not([open])").count()).toBe(0);
    });
  });

  it("opens what an address points at", async () => {
    await open(
      "sample",
      async (page) => {
        expect(await page.locator("#security-cors-headers").getAttribute("open")).toBe("");
        expect(await page.locator("#security-cors-headers").isVisible()).toBe(true);
      },
      {},
      "#security-cors-headers",
    );
  });

  it("is worked with the keyboard alone", async () => {
    await open("sample", async (page) => {
      const reached: string[] = [];
      for (let at = 0; at < 200; at++) {
        await page.keyboard.press("Tab");
        const focused = await page.evaluate(() => {
          const one = document.activeElement;
          if (one === null || one === document.body) return undefined;
          const { outlineStyle, outlineWidth } = getComputedStyle(one);
          const name = one.getAttribute("name") ?? one.getAttribute("href") ?? one.textContent ?? "";
          const shown = outlineStyle !== "none" && outlineWidth !== "0px";
          return `${one.tagName} ${name.trim().split(" ")[0]} ${shown ? "seen" : "UNSEEN"}`;
        });
        if (focused === undefined) break;
        reached.push(focused);
      }
      expect(reached[0]).toBe("A #checks seen");
      expect(reached.filter((one) => one.endsWith("UNSEEN"))).toEqual([]);
      const should = await page.evaluate(
        () =>
          [...document.querySelectorAll("a[href], summary, input, select, button")].filter((one) =>
            one.checkVisibility(),
          ).length,
      );
      expect(reached).toHaveLength(should);

      const summary = page.locator("#security-cors-headers > summary");
      await summary.focus();
      await page.keyboard.press("Enter");
      expect(await page.locator("#security-cors-headers").getAttribute("open")).toBe("");
      await page.locator("input[value=pass]").focus();
      await page.keyboard.press("Space");
      expect(await page.locator("#count").textContent()).toBe("16 of 20 checks");
    });
  });

  it("is all there without script, and shows no filters that would do nothing", async () => {
    await open(
      "sample",
      async (page) => {
        expect(await page.locator("#filters").isVisible()).toBe(false);
        expect(await page.locator("#tools-call .message").isVisible()).toBe(true);
        await page.locator("#tools-call .exchange > summary").click();
        expect(await page.locator("#tools-call pre").first().isVisible()).toBe(true);
        await page.getByText("Passed (4)").click();
        expect(await page.locator("#tools-list").isVisible()).toBe(true);
      },
      { javaScriptEnabled: false },
    );
  });

  it("is printed with everything unfolded, in light colours, without the filters", async () => {
    await open(
      "sample",
      async (page) => {
        await page.emulateMedia({ media: "print", colorScheme: "dark" });
        expect(await page.locator("#filters").isVisible()).toBe(false);
        expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe("rgb(255, 255, 255)");
        // As the browser does when it prints.
        await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
        for (const id of ["transport-get-stream", "tools-list"])
          expect(await page.locator(`#${id}`).isVisible()).toBe(true);
        expect(await page.locator("#transport-get-stream pre").first().isVisible()).toBe(true);
        await page.evaluate(() => dispatchEvent(new Event("afterprint")));
        expect(await page.locator("#transport-get-stream").getAttribute("open")).toBeNull();
      },
      { colorScheme: "dark" },
    );
  });
});

interface AxeResults {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string;
    readonly nodes: readonly { readonly target: readonly string[] }[];
  }[];
  readonly passes: readonly { readonly id: string }[];
}
