import { describe, expect, it } from "vitest";
import { listedItems, toolList, toolPaging } from "../../src/facts/lists.ts";
import { toolOrders } from "../../src/facts/tool-order.ts";
import { readWalk } from "../../src/facts/walks.ts";
import type { Json, JsonObject } from "../../src/model/json.ts";
import type { Revision } from "../../src/model/revision.ts";
import { exchange, greeting, recording, run, type Said } from "./recordings.ts";

function page(number: number, names: readonly string[], next?: Json, more: Partial<Said> = {}): Said {
  const tools = names.map((name) => ({ name }));
  return {
    label: `page ${number}`,
    method: "tools/list",
    result: { tools, ...(next === undefined ? {} : { nextCursor: next }) },
    ...more,
  };
}

const REFUSED: Partial<Said> = { error: { code: -32602, message: "Invalid cursor" } };

function refused(label: string, more: Partial<Said> = {}): Said {
  return { label, method: "tools/list", ...REFUSED, ...more };
}

function walk(revision: Revision, said: readonly Said[]) {
  return readWalk(
    said.map((one) => exchange(one, revision)),
    "tools",
    recording(revision, []),
  );
}

function of(revision: Revision, said: readonly Said[], capabilities: JsonObject = { tools: {} }) {
  const control = revision === "2025-11-25" ? [{ label: "control", method: "ping", result: {} }] : [];
  return recording(revision, [greeting(capabilities, revision), run("tools/list", [...control, ...said], revision)]);
}

describe("a walk", () => {
  it("asks for the first page, then for that of each cursor", () => {
    expect(walk("2026-07-28", []).end).toEqual({ kind: "open", cursor: undefined, again: false });
    expect(walk("2026-07-28", [page(1, ["a"], "x")]).end).toEqual({ kind: "open", cursor: "x", again: false });
    const whole = walk("2026-07-28", [page(1, ["a"], "x"), page(2, ["b"])]);
    expect(whole.end.kind).toBe("complete");
    expect(whole.pages).toHaveLength(2);
  });

  it("goes on with an empty cursor in the later revision and stops at it in the earlier", () => {
    expect(walk("2026-07-28", [page(1, ["a"], "")]).end).toEqual({ kind: "open", cursor: "", again: false });
    expect(walk("2025-11-25", [page(1, ["a"], "")]).end.kind).toBe("empty-cursor");
  });

  it("takes null for the end in the later revision alone", () => {
    expect(walk("2026-07-28", [page(1, ["a"], null)]).end.kind).toBe("complete");
    expect(walk("2025-11-25", [page(1, ["a"], null)]).end.kind).toBe("bad-cursor");
    expect(walk("2026-07-28", [page(1, ["a"], 2)]).end.kind).toBe("bad-cursor");
  });

  it("asks a second time for a page that was refused", () => {
    const once = [page(1, ["a"], "x"), refused("page 2")];
    expect(walk("2025-11-25", once).end).toEqual({ kind: "open", cursor: "x", again: true });
    expect(walk("2025-11-25", [...once, refused("page 2 again")]).end.kind).toBe("refused");
    expect(walk("2025-11-25", [...once, page(2, ["b"], undefined, { label: "page 2 again" })]).end.kind).toBe(
      "complete",
    );
  });

  it("does not lay a gateway's refusal to the server", () => {
    const gate = refused("page 2", { status: 503 });
    const again = refused("page 2 again", { status: 503 });
    expect(walk("2025-11-25", [page(1, ["a"], "x"), gate, again]).end.kind).toBe("unseen");
  });

  it("takes a bare 4xx for the server's own in the earlier revision only", () => {
    const bare = (label: string): Said => ({ label, method: "tools/list", status: 400 });
    const said = [page(1, ["a"], "x"), bare("page 2"), bare("page 2 again")];
    expect(walk("2025-11-25", said).end.kind).toBe("refused");
    expect(walk("2026-07-28", said).end.kind).toBe("unseen");
  });

  it("finds the circle when a cursor brings the same page again", () => {
    const said = [page(1, ["a"], "x"), page(2, ["b"], "x"), page(3, ["b"], "x"), page(4, ["b"], "x")];
    expect(walk("2025-11-25", said.slice(0, 2)).end.kind).toBe("open");
    expect(walk("2025-11-25", said.slice(0, 3)).end.kind).toBe("circle");
    expect(walk("2026-07-28", said.slice(0, 3)).end.kind).toBe("open");
    expect(walk("2026-07-28", said).end.kind).toBe("circle");
  });

  it("goes on where the same cursor brings another page", () => {
    const said = [page(1, ["a"], "x"), page(2, ["b"], "x"), page(3, ["c"], "x"), page(4, ["d"])];
    expect(walk("2025-11-25", said).end.kind).toBe("complete");
  });

  it("stops after so many pages", () => {
    const said = Array.from({ length: 50 }, (_, index) => page(index + 1, [`t${index}`], `c${index}`));
    expect(walk("2025-11-25", said).end).toEqual({ kind: "cap", pages: 50 });
    expect(walk("2026-07-28", said).end.kind).toBe("open");
  });
});

describe("the facts of a list", () => {
  it("are absent where the capability is not declared", () => {
    expect(toolList.entries.of(of("2025-11-25", [page(1, ["a"])], {})).state).toBe("absent");
  });

  it("are unknown with one cause where the list was not served", () => {
    const none = of("2026-07-28", [{ label: "page 1", method: "tools/list", status: 500 }]);
    const cause = { state: "unknown", reason: "tools/list was not served: HTTP 500" };
    for (const fact of [toolList.answer, toolList.pages, toolList.entries, toolPaging])
      expect(fact.of(none)).toEqual(cause);
  });

  it("take an error for the server's word only beside a served ping", () => {
    const error = refused("page 1");
    expect(toolList.answer.of(of("2025-11-25", [error])).state).toBe("known");
    const dead = recording("2025-11-25", [
      greeting({ tools: {} }, "2025-11-25"),
      run("tools/list", [{ label: "control", method: "ping", status: 500 }, error], "2025-11-25"),
    ]);
    expect(toolList.answer.of(dead).state).toBe("unknown");
  });

  it("have the entries of all pages with their places", () => {
    const known = toolList.entries.of(of("2026-07-28", [page(1, ["a"], "x"), page(2, ["b"])]));
    expect(known.state === "known" && known.value.map((one) => one.at.pointer)).toEqual([
      "/result/tools/0",
      "/result/tools/0",
    ]);
  });

  it("list what stands in a first page, and nothing where there is no array", () => {
    const answer = toolList.answer.of(of("2026-07-28", [page(1, ["a"])]));
    expect(answer.state === "known" && listedItems(answer.value, toolList.kind).map((one) => one.item)).toEqual([
      { name: "a" },
    ]);
  });

  it("have no word about pages where there is one", () => {
    expect(toolPaging.of(of("2026-07-28", [page(1, ["a"])])).state).toBe("absent");
    expect(toolPaging.of(of("2026-07-28", [page(1, ["a"], "x"), page(2, ["b"])])).state).toBe("known");
  });
});

describe("the order of tools", () => {
  function walks(...orders: readonly (readonly string[])[]) {
    const [first = [], ...others] = orders;
    const labels = ["second walk, page 1", "third walk, page 1"];
    const again = others.map((names, index) => page(1, names, undefined, { label: labels[index] ?? "" }));
    return recording("2026-07-28", [
      greeting({ tools: {} }, "2026-07-28"),
      run("tools/list", [page(1, first)]),
      run("tools/again", again),
    ]);
  }

  it("compares the walks that found the same set", () => {
    const orders = toolOrders.of(walks(["a", "b"], ["b", "a"], ["a", "b", "c"]));
    expect(orders.state === "known" && orders.value.map((one) => one.names)).toEqual([
      ["a", "b"],
      ["b", "a"],
    ]);
  });

  it("says nothing about sets that differ, or of one tool", () => {
    expect(toolOrders.of(walks(["a", "b"], ["a", "c"], ["a", "d"])).state).toBe("unknown");
    expect(toolOrders.of(walks(["a"], ["a"], ["a"])).state).toBe("absent");
  });
});

describe("a walk of 2025-11-25 that led nowhere", () => {
  const circle = [page(1, ["a"], "x"), page(2, ["b"], "x"), page(3, ["b"], "x")];
  const alone = (said: readonly Said[]) =>
    said.map((one) => ({ ...one, label: one.label.replace("page", "alone, page") }));

  it("is judged by the one in a session of its own", () => {
    const ended = toolPaging.of(of("2025-11-25", [...circle, ...alone([page(1, ["a"], "x"), page(2, ["b"])])]));
    expect(ended.state === "known" && ended.value.end.kind).toBe("complete");
    const again = toolPaging.of(of("2025-11-25", [...circle, ...alone(circle)]));
    expect(again.state === "known" && again.value.end.kind).toBe("circle");
  });

  it("is unknown where that was not to be had", () => {
    expect(toolPaging.of(of("2025-11-25", circle)).state).toBe("unknown");
  });
});
