/**
 * An ad-hoc signature for executables of macOS, which ends a program whose signature does not fit its bytes. Bun leaves
 * that of its own x64 binary in place, which the program put into it has made wrong. Written into the room that the old
 * one has: no other byte of the file changes. `codesign --force --sign -` of macOS does the same, more thoroughly.
 */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";

const MAGIC_64 = 0xfeedfacf;
const SEGMENT_64 = 0x19;
const CODE_SIGNATURE = 0x1d;
const EMBEDDED_SIGNATURE = 0xfade0cc0;
const CODE_DIRECTORY = 0xfade0c02;
/** With the limits of the main program's code. */
const VERSION = 0x20400;
/** Ad hoc, and made by a linker: tools may replace it without being asked to. */
const FLAGS = 0x2 | 0x20000;
const PAGE_BITS = 12;
const PAGE = 1 << PAGE_BITS;
const SHA256 = { type: 2, size: 32 };
const MAIN_BINARY = 1n;
const SUPER_BLOB_BYTES = 20;
const DIRECTORY_BYTES = 88;

interface Places {
  /** Where the signature stands, and its room, in bytes. */
  readonly offset: number;
  readonly room: number;
  /** The segment of the code. */
  readonly text: { readonly offset: bigint; readonly size: bigint };
}

/** Signs a file in place. Throws where it is no 64-bit Mach-O with room for a signature. */
export function signAdHoc(path: string, identifier = "mcp-compliance"): void {
  const file = readFileSync(path);
  writeFileSync(path, signed(file, identifier));
}

/** The same bytes with a signature that fits them. */
export function signed(file: Buffer, identifier: string): Buffer {
  const { offset, room, text } = placesIn(file);
  const pages = Math.ceil(offset / PAGE);
  const name = Buffer.from(`${identifier}\0`);
  const hashes = DIRECTORY_BYTES + name.length;
  const length = hashes + pages * SHA256.size;
  if (SUPER_BLOB_BYTES + length > room)
    throw new Error(`the signature takes ${length} bytes, there is room for ${room}`);
  const result = Buffer.from(file);
  const blob = result.subarray(offset, offset + room).fill(0);
  blob.writeUInt32BE(EMBEDDED_SIGNATURE, 0);
  blob.writeUInt32BE(SUPER_BLOB_BYTES + length, 4);
  blob.writeUInt32BE(1, 8);
  blob.writeUInt32BE(0, 12);
  blob.writeUInt32BE(SUPER_BLOB_BYTES, 16);
  const directory = blob.subarray(SUPER_BLOB_BYTES);
  const words = [CODE_DIRECTORY, length, VERSION, FLAGS, hashes, DIRECTORY_BYTES, 0, pages, offset];
  for (const [at, word] of words.entries()) directory.writeUInt32BE(word, at * 4);
  directory.writeUInt8(SHA256.size, 36);
  directory.writeUInt8(SHA256.type, 37);
  directory.writeUInt8(PAGE_BITS, 39);
  directory.writeBigUInt64BE(text.offset, 64);
  directory.writeBigUInt64BE(text.size, 72);
  directory.writeBigUInt64BE(MAIN_BINARY, 80);
  name.copy(directory, DIRECTORY_BYTES);
  for (let page = 0; page < pages; page += 1) {
    const bytes = file.subarray(page * PAGE, Math.min((page + 1) * PAGE, offset));
    createHash("sha256")
      .update(bytes)
      .digest()
      .copy(directory, hashes + page * SHA256.size);
  }
  return result;
}

function placesIn(file: Buffer): Places {
  if (file.length < 32 || file.readUInt32LE(0) !== MAGIC_64) throw new Error("this is no 64-bit Mach-O file");
  const commands = file.readUInt32LE(16);
  let text: Places["text"] | undefined;
  let signature: Pick<Places, "offset" | "room"> | undefined;
  let at = 32;
  for (let left = commands; left > 0; left -= 1) {
    const kind = file.readUInt32LE(at);
    if (kind === SEGMENT_64 && file.toString("latin1", at + 8, at + 15) === "__TEXT\0") {
      text = { offset: file.readBigUInt64LE(at + 40), size: file.readBigUInt64LE(at + 48) };
    } else if (kind === CODE_SIGNATURE) {
      signature = { offset: file.readUInt32LE(at + 8), room: file.readUInt32LE(at + 12) };
    }
    at += file.readUInt32LE(at + 4);
  }
  if (text === undefined || signature === undefined) throw new Error("this Mach-O file has no code or no signature");
  if (signature.offset + signature.room !== file.length) throw new Error("the signature is not the end of the file");
  return { ...signature, text };
}
