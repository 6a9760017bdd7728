import { describe, expect, it } from "vitest";
import { PROBES } from "../../src/probes/mod.ts";

describe("the probes of the catalogue", () => {
  it("stand on no probe that watches, unless they watch themselves: it ends when they are done", () => {
    const watching = new Set(PROBES.filter((probe) => probe.watches !== undefined).map((probe) => probe.id));
    const waiting = PROBES.filter((probe) => !watching.has(probe.id)).flatMap((probe) =>
      [...probe.after, ...(probe.follows ?? []).map((one) => one.slice(0, one.lastIndexOf("/")))]
        .filter((id) => watching.has(id))
        .map((id) => `${probe.id} waits for ${id}`),
    );
    expect(waiting).toEqual([]);
  });

  it("follow conversations of probes that there are, on stdio and in a revision of their own", () => {
    for (const probe of PROBES) {
      for (const one of probe.follows ?? []) {
        const opener = PROBES.find(({ id }) => id === one.slice(0, one.lastIndexOf("/")));
        expect(opener?.transports, one).toContain("stdio");
        expect(
          opener?.revisions.some((revision) => probe.revisions.includes(revision)),
          one,
        ).toBe(true);
      }
    }
  });
});
