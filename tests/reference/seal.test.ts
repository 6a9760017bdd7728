import { createHash, createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../../src/model/json.ts";
import { digest, hmac, sameText, seal, sha256, unseal } from "../../src/reference/seal.ts";

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

describe("digests", () => {
  it("are those of the platform", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        (bytes) => hex(sha256(bytes)) === createHash("sha256").update(bytes).digest("hex"),
      ),
    );
    fc.assert(
      fc.property(
        fc.string({ maxLength: 100 }),
        fc.string({ unit: "grapheme" }),
        (key, text) => hex(hmac(key, text)) === createHmac("sha256", key).update(text).digest("hex"),
      ),
    );
  });

  it("do not depend on the order of members", () => {
    expect(digest({ a: 1, b: [{ c: 2, d: 3 }] })).toBe(digest({ b: [{ d: 3, c: 2 }], a: 1 }));
    expect(digest({ a: 1 })).not.toBe(digest({ a: "1" }));
  });
});

describe("seals", () => {
  it("give back what was sealed, and only that", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(), (value, at) => {
        const json = JSON.parse(JSON.stringify(value)) as Json;
        const sealed = seal(json, "key");
        expect(unseal(sealed, "key")).toEqual(json);
        expect(unseal(sealed, "other key")).toBeUndefined();
        const place = at % sealed.length;
        const changed = `${sealed.slice(0, place)}${sealed[place] === "A" ? "B" : "A"}${sealed.slice(place + 1)}`;
        expect(unseal(changed, "key")).toBeUndefined();
      }),
    );
  });

  it.each(["", ".", "a", "a.b", "a.b.c"])("do not open %j", (text) => {
    expect(unseal(text, "key")).toBeUndefined();
  });

  it("compare texts whole", () => {
    expect([
      sameText("abc", "abc"),
      sameText("abc", "abd"),
      sameText("abc", "ab"),
      sameText("", "a"),
      sameText("", ""),
    ]).toEqual([true, false, false, false, true]);
  });
});
