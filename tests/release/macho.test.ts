import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { signed } from "../../scripts/release/macho.ts";

/** A Mach-O file of the least that a signature needs: header, __TEXT, LC_CODE_SIGNATURE, code, room. */
function machO(codeBytes: number, room: number, more = 0): Buffer {
  const file = Buffer.alloc(codeBytes + room + more, 0xab);
  file.fill(0, 0, 200);
  file.writeUInt32LE(0xfeedfacf, 0);
  file.writeUInt32LE(2, 16);
  file.writeUInt32LE(0x19, 32);
  file.writeUInt32LE(72, 36);
  file.write("__TEXT", 40);
  file.writeBigUInt64LE(0n, 72);
  file.writeBigUInt64LE(8192n, 80);
  file.writeUInt32LE(0x1d, 104);
  file.writeUInt32LE(16, 108);
  file.writeUInt32LE(codeBytes, 112);
  file.writeUInt32LE(room, 116);
  return file;
}

test("every page is signed, and nothing else of the file changes", () => {
  const code = 3 * 4096 + 100;
  const before = machO(code, 4000);
  const after = signed(before, "a.name");
  expect(after.length).toBe(before.length);
  expect(after.subarray(0, code).equals(before.subarray(0, code))).toBe(true);
  const blob = after.subarray(code);
  expect(blob.readUInt32BE(0)).toBe(0xfade0cc0);
  expect([blob.readUInt32BE(8), blob.readUInt32BE(12)]).toEqual([1, 0]);
  const directory = blob.subarray(blob.readUInt32BE(16));
  expect(directory.readUInt32BE(0)).toBe(0xfade0c02);
  expect(blob.readUInt32BE(4)).toBe(blob.readUInt32BE(16) + directory.readUInt32BE(4));
  const [version, flags, hashes = 0, name = 0, special, pages = 0, limit] = [8, 12, 16, 20, 24, 28, 32].map((at) =>
    directory.readUInt32BE(at),
  );
  expect({ version, flags, special, pages, limit }).toEqual({
    version: 0x20400,
    flags: 0x20002,
    special: 0,
    pages: 4,
    limit: code,
  });
  expect([directory.readUInt8(36), directory.readUInt8(37), directory.readUInt8(39)]).toEqual([32, 2, 12]);
  expect(directory.toString("latin1", name, name + 7)).toBe("a.name\0");
  expect([64, 72, 80].map((at) => directory.readBigUInt64BE(at))).toEqual([0n, 8192n, 1n]);
  for (let page = 0; page < pages; page += 1) {
    const bytes = after.subarray(page * 4096, Math.min((page + 1) * 4096, code));
    const hash = directory.subarray(hashes + page * 32, hashes + (page + 1) * 32);
    expect(hash.equals(createHash("sha256").update(bytes).digest())).toBe(true);
  }
  // What follows it is empty, not left over.
  expect(blob.subarray(blob.readUInt32BE(4)).every((byte) => byte === 0)).toBe(true);
});

test("what is no such file, or has no room, is refused", () => {
  expect(() => signed(Buffer.from("#!/bin/sh\n".repeat(10)), "x")).toThrow("no 64-bit Mach-O");
  expect(() => signed(machO(8192, 100), "x")).toThrow("there is room for 100");
  expect(() => signed(machO(8192, 4000, 1), "x")).toThrow("not the end of the file");
});
