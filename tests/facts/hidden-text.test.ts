import { describe, expect, it } from "vitest";
import { hiddenParts, nameFinder, tagRuns, zeroWidthRuns } from "../../src/facts/hidden-text.ts";

describe("nameFinder()", () => {
  const find = nameFinder(["get", "list_files", "a.b", "read file", "größe", "getUser"]);

  it("finds names as whole words, case and all", () => {
    expect([...find("First list_files. Then get, or a.b.c; GET and getuser are others.")].sort()).toEqual([
      "a.b",
      "get",
      "list_files",
    ]);
    expect([...find("forget getter get-all x.get list_files2")]).toEqual([]);
    expect([...find("(get) `list_files`")].sort()).toEqual(["get", "list_files"]);
  });

  it("finds names that are no plain words", () => {
    expect([...find("call read file, or größe!")].sort()).toEqual(["größe", "read file"]);
    expect([...find("read files")]).toEqual([]);
  });

  it("takes as long as the text, however many names there are", () => {
    const names = Array.from({ length: 50_000 }, (_, index) => `tool_${index}`);
    const many = nameFinder(names);
    expect(names.every((name, index) => many(`see tool_${(index + 1) % names.length}`).size === 1 && name !== "")).toBe(
      true,
    );
  });
});

describe("hidden text", () => {
  it("is read from tag characters, but not from flags", () => {
    const tags = [..."secret"].map((char) => String.fromCodePoint(0xe0000 + char.charCodeAt(0))).join("");
    expect(tagRuns(`plain${tags}plain`)).toEqual(["secret"]);
    expect(tagRuns("\u{1f3f4}\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f} Wales")).toEqual([]);
    expect(tagRuns(`\u{1f3f4}\u{e0067}\u{e007f}${tags}`)).toEqual(["secret"]);
  });

  it("is read from the bits of zero-width characters of two kinds", () => {
    const bits = [..."send"].map((char) => char.charCodeAt(0).toString(2).padStart(8, "0")).join("");
    expect(zeroWidthRuns(bits.replaceAll("0", "\u200b").replaceAll("1", "\u200c"))).toContain("send");
    expect(zeroWidthRuns("\u200b".repeat(64))).toEqual([]);
  });

  it("stands in comments and behind much emptiness", () => {
    expect(hiddenParts("seen <!-- unseen --> seen")).toContain("unseen");
    expect(hiddenParts(`seen${" ".repeat(200)}unseen`)).toContain("unseen");
    expect(hiddenParts("all of it seen\n\nin two parts").trim()).toBe("");
  });
});
