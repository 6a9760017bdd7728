import type { Json, JsonObject } from "../model/json.ts";
import { type Answer, type Context, result, tell } from "./answer.ts";
import { objectSchema, PIXEL, SILENCE, said, text } from "./content.ts";
import { log, progress } from "./logs.ts";
import type { Tool } from "./offer.ts";
import { askingTools } from "./tools-asking.ts";

/** How long the countdown takes for one step, in milliseconds. */
const STEP = 20;

const READS: JsonObject = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

const now: Tool = {
  definition: {
    name: "now",
    title: "Current time",
    description: "The time of the server, in UTC.",
    inputSchema: { type: "object", additionalProperties: false },
    annotations: { title: "Current time", ...READS, idempotentHint: false },
  },
  call: (_args, context) => said(new Date(context.now).toISOString()),
};

const echo: Tool = {
  definition: {
    name: "echo",
    title: "Echo",
    description: "Gives the text back as it came.",
    inputSchema: objectSchema({ text: { type: "string", description: "What to give back." } }, ["text"]),
    annotations: { title: "Echo", ...READS },
  },
  call: (args) => said(String(args["text"])),
};

const sum: Tool = {
  definition: {
    name: "sum",
    title: "Sum",
    description: "Adds two whole numbers.",
    inputSchema: objectSchema(
      {
        a: { type: "integer", minimum: -1_000_000, maximum: 1_000_000, description: "The first number." },
        b: { type: "integer", minimum: -1_000_000, maximum: 1_000_000, description: "The second number." },
      },
      ["a", "b"],
    ),
    outputSchema: objectSchema({ sum: { type: "integer" } }, ["sum"]),
    annotations: { title: "Sum", ...READS },
  },
  call: (args) => {
    const structuredContent = { sum: Number(args["a"]) + Number(args["b"]) };
    return result({ content: [text(JSON.stringify(structuredContent))], structuredContent });
  },
};

const countdown: Tool = {
  definition: {
    name: "countdown",
    title: "Countdown",
    description: "Counts down to zero, a short while for each step, with progress and log messages on the way.",
    inputSchema: objectSchema({
      from: { type: "integer", minimum: 1, maximum: 500, default: 3, description: "Where to start." },
    }),
    annotations: { title: "Countdown", ...READS },
    execution: { taskSupport: "optional" },
  },
  call: (args, context) => {
    const from = typeof args["from"] === "number" ? args["from"] : 3;
    // Some clients lose a notification that comes in the same breath as the response.
    const end: Answer = { kind: "wait", ms: STEP, next: said("liftoff") };
    return steps(context, from, 1, end);
  },
};

function steps(context: Context, total: number, step: number, end: Answer): Answer {
  if (step > total) return end;
  const level = step === total ? "notice" : step === 1 ? "info" : "debug";
  const told = [
    ...progress(context, step, total, `${total - step} left`),
    ...log(context, level, { left: total - step }),
  ];
  return { kind: "wait", ms: STEP, next: tell(told, steps(context, total, step + 1, end)) };
}

const route: Tool = {
  definition: {
    name: "route",
    title: "Route",
    description: "Says which shard a request would go to. Some of its arguments also travel in headers.",
    inputSchema: objectSchema(
      {
        region: { type: "string", "x-mcp-header": "Region", description: "Name of the region." },
        shard: {
          type: "integer",
          minimum: 0,
          maximum: 4096,
          "x-mcp-header": "Shard",
          description: "Number of the shard.",
        },
        options: objectSchema({ dryRun: { type: "boolean", "x-mcp-header": "Dry-Run", description: "Only look." } }),
      },
      ["region"],
    ),
    annotations: { title: "Route", ...READS },
  },
  call: (args) => said(`region ${String(args["region"])}, shard ${String(args["shard"] ?? "any")}`),
};

const samples: Tool = {
  definition: {
    name: "samples",
    title: "Samples",
    description: "One content block of each type.",
    inputSchema: { type: "object", additionalProperties: false },
    annotations: { title: "Samples", ...READS },
  },
  call: () => {
    const content: readonly Json[] = [
      { ...text("a text"), annotations: { audience: ["user", "assistant"], priority: 0.5 } },
      { type: "image", data: PIXEL, mimeType: "image/png" },
      { type: "audio", data: SILENCE, mimeType: "audio/wav" },
      { type: "resource_link", uri: "memo://notes/welcome", name: "welcome", mimeType: "text/plain" },
      { type: "resource", resource: { uri: "memo://notes/welcome", mimeType: "text/plain", text: "Welcome." } },
    ];
    return result({ content });
  },
};

/** Is only called as a task (2025-11-25). */
const simmer: Tool = {
  eras: ["legacy"],
  definition: {
    name: "simmer",
    title: "Simmer",
    description: "Takes its time and says that it is done. Has to be called as a task.",
    inputSchema: { type: "object", additionalProperties: false },
    annotations: { title: "Simmer", ...READS },
    execution: { taskSupport: "required" },
  },
  call: () => ({ kind: "wait", ms: STEP, next: said("done") }),
};

const touch: Tool = {
  definition: {
    name: "touch",
    title: "Touch",
    description: "Tells all subscribers that the lists and the welcome note have changed. It changes nothing.",
    inputSchema: { type: "object", additionalProperties: false },
    annotations: {
      title: "Touch",
      readOnlyHint: false,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
  },
  call: () => ({
    kind: "change",
    changes: [
      { kind: "publish", topic: { kind: "tools" } },
      { kind: "publish", topic: { kind: "prompts" } },
      { kind: "publish", topic: { kind: "resources" } },
      { kind: "publish", topic: { kind: "updated", uri: "memo://notes/welcome" } },
    ],
    next: said("told"),
  }),
};

export const TOOLS: readonly Tool[] = [now, echo, sum, countdown, route, samples, touch, ...askingTools(READS), simmer];
