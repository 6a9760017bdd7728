import { toolBlocks } from "../../facts/calls.ts";
import { negotiated } from "../../facts/session.ts";
import { judged, type Rule } from "../../model/rule.ts";
import { blockFindings } from "../content.ts";
import { limited } from "../members.ts";

const rule: Rule = {
  id: "tools-content-types",
  category: "tools",
  profile: "core",
  title: "Content of tool results has known types and their fields",
  why: "A client shows or forwards a content block by its type; an unknown one, or one without its data, is dropped or breaks the client.",
  fix: "Build content from the types of the protocol: text {text}, image and audio {data, mimeType}, resource_link {uri, name}, resource {resource: {uri, text or blob}}. Put other data into structuredContent or into a text.",
  revisions: {
    "2025-11-25": judged({
      required: false,
      basis: "spec",
      level: "MUST",
      clauses: ["server/tools#tool-result", "schema#contentblock"],
      transports: ["http", "stdio"],
      since: "2024-11-05",
      method: {
        probe: "Every content block of every tools/call result of the run is read; nothing is sent.",
        pass: "The type is text, image, resource, audio (from 2025-03-26) or resource_link (from 2025-06-18), and the strings that belong to it are there.",
        fail: "Another type or none, a type that is newer than the negotiated revision, a required field that is missing or of another type.",
        skip: "Skipped when no content block was seen.",
      },
      uses: { blocks: toolBlocks, version: negotiated },
      judge: ({ blocks, version }) =>
        limited(blocks.flatMap(({ block, at }) => blockFindings(block, at, version, "of a tool result"))),
    }),
    "2026-07-28": judged({
      required: "tools",
      basis: "spec",
      level: "MUST",
      clauses: ["server/tools#tool-result", "schema#contentblock"],
      transports: ["http", "stdio"],
      method: {
        probe: "Every content block of every complete tools/call result of the run is read; nothing is sent.",
        pass: "The type is text, image, audio, resource_link or resource, and the strings that belong to it are there.",
        fail: "Another type or none; a member that the type requires is missing or of another type.",
        skip: "Skipped when no content block was seen.",
      },
      uses: { blocks: toolBlocks },
      judge: ({ blocks }) =>
        limited(blocks.flatMap(({ block, at }) => blockFindings(block, at, "2026-07-28", "of a tool result"))),
    }),
  },
};

export default rule;
