/** Every message of the reference fits the schema of its revision. */
import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../src/model/json.ts";
import type { Revision } from "../../src/model/revision.ts";
import { notificationDefinitionOf, resultDefinitionOf, validate } from "../../src/protocol/schemas/validators.ts";
import { reference, testOptions } from "../support/reference.ts";
import { ask, heard, held, legacyMessage, modernMessage, modernPost, openLegacy } from "./talk.ts";

const META = "io.modelcontextprotocol/";
const ALL = {
  [`${META}clientCapabilities`]: { elicitation: {}, sampling: {}, roots: {} },
  [`${META}logLevel`]: "debug",
  progressToken: 1,
};

function faults(
  revision: Revision,
  method: string,
  messages: readonly JsonObject[],
  negotiated: string = revision,
): readonly unknown[] {
  return messages.flatMap((message): readonly unknown[] => {
    const told = message["method"];
    if (typeof told === "string") {
      const definition = notificationDefinitionOf(revision, told, negotiated);
      return definition === undefined ? [`${told} is unknown`] : validate(revision, definition, message, negotiated);
    }
    const envelope = "error" in message ? "JSONRPCErrorResponse" : "JSONRPCResultResponse";
    const definition = resultDefinitionOf(revision, method, undefined, negotiated);
    return [
      ...validate(revision, envelope, message, negotiated),
      ...("error" in message || definition === undefined
        ? []
        : validate(revision, definition, message["result"], negotiated)),
    ];
  });
}

/** Every page of a list. */
async function pages(list: (params: JsonObject) => Promise<JsonObject>): Promise<readonly JsonObject[]> {
  const all: JsonObject[] = [];
  let cursor: Json | undefined;
  do {
    const message = await list(cursor === undefined ? {} : { cursor });
    all.push(message);
    cursor = (message["result"] as JsonObject)["nextCursor"];
  } while (cursor !== undefined);
  return all;
}

const { offer } = testOptions("dual");
const LISTS = ["tools/list", "resources/list", "resources/templates/list", "prompts/list"];
const ARGUMENTS: { readonly [tool: string]: JsonObject } = {
  echo: { text: "t" },
  sum: { a: 1, b: 2 },
  route: { region: "eu" },
};
const COMPLETE = { ref: { type: "ref/resource", uri: "memo://years/{year}" }, argument: { name: "year", value: "" } };

describe("2026-07-28", () => {
  const server = reference("2026-07-28");
  const revision = "2026-07-28";

  it.each(LISTS)("%s, every page", async (method) => {
    const all = await pages(async (params) => (await ask(server, method, params)).last);
    expect(all.length).toBeGreaterThan(1);
    expect(faults(revision, method, all)).toEqual([]);
  });

  it.each([
    ["server/discover", {}],
    ["completion/complete", COMPLETE],
    ["no/such", {}],
    ["tools/list", { cursor: "none" }],
    ["resources/read", { uri: "memo://none" }],
    ["resources/read", { uri: "memo://years/1999/12" }],
  ] as const)("%s %j", async (method, params) => {
    expect(faults(revision, method, (await ask(server, method, params)).messages)).toEqual([]);
  });

  it.each(offer.tools.map((one) => String(one.definition["name"])))("tools/call %s", async (name) => {
    const changes = name === "route" ? { "Mcp-Param-Region": "eu" } : {};
    const { messages } = await ask(server, "tools/call", { name, arguments: ARGUMENTS[name] ?? {} }, ALL, changes);
    expect(faults(revision, "tools/call", messages)).toEqual([]);
    expect(
      faults(
        revision,
        "tools/call",
        (await ask(server, "tools/call", { name, arguments: { bad: 1 } }, {}, changes)).messages,
      ),
    ).toEqual([]);
  });

  it.each(offer.resources.map((one) => String(one.definition["uri"])))("resources/read %s", async (uri) => {
    expect(faults(revision, "resources/read", (await ask(server, "resources/read", { uri }, ALL)).messages)).toEqual(
      [],
    );
  });

  it.each(offer.prompts.map((one) => String(one.definition["name"])))("prompts/get %s", async (name) => {
    const { messages } = await ask(server, "prompts/get", { name, arguments: { text: "t" } }, ALL);
    expect(faults(revision, "prompts/get", messages)).toEqual([]);
  });

  it("subscriptions/listen", async () => {
    const own = reference("2026-07-28");
    const filter = {
      toolsListChanged: true,
      promptsListChanged: true,
      resourcesListChanged: true,
      resourceSubscriptions: ["memo://notes/welcome"],
    };
    const stream = held(await own.http(modernPost(modernMessage("subscriptions/listen", { notifications: filter }))));
    await ask(own, "tools/call", { name: "touch" });
    own.close();
    expect(stream.messages()).toHaveLength(6);
    expect(faults(revision, "subscriptions/listen", stream.messages())).toEqual([]);
  });
});

describe.each(["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])("%s", (negotiated) => {
  const server = reference("2025-11-25");
  const revision = "2025-11-25";
  const open = () => openLegacy(server, { protocolVersion: negotiated });

  it("initialize and all lists, every page", async () => {
    const talk = await open();
    expect(validate(revision, "InitializeResult", talk.result, negotiated)).toEqual([]);
    for (const method of LISTS) {
      const all = await pages(async (params) => (await talk.ask(method, params)).last);
      expect(faults(revision, method, all, negotiated)).toEqual([]);
    }
  });

  it("calls, reads, prompts and the rest", async () => {
    const talk = await open();
    await talk.ask("logging/setLevel", { level: "debug" });
    const stream = held(await talk.get());
    const asked: [string, JsonObject | undefined][] = [
      ["ping", undefined],
      ["logging/setLevel", { level: "notice" }],
      ["completion/complete", COMPLETE],
      ["resources/subscribe", { uri: "memo://notes/welcome" }],
      ["resources/unsubscribe", { uri: "memo://notes/welcome" }],
      ["no/such", {}],
      ...offer.tools.map(({ definition: { name = "" } }): [string, JsonObject] => [
        "tools/call",
        { name, arguments: ARGUMENTS[String(name)] ?? {}, _meta: { progressToken: "p" } },
      ]),
      ...offer.resources.map(({ definition: { uri = "" } }): [string, JsonObject] => ["resources/read", { uri }]),
      ...offer.prompts.map(({ definition: { name = "" } }): [string, JsonObject] => [
        "prompts/get",
        { name, arguments: { text: "t" } },
      ]),
    ];
    for (const [method, params] of asked) {
      const { messages } = await heard(await talk.post(legacyMessage(method, params)));
      expect([method, params, faults(revision, method, messages, negotiated)]).toEqual([method, params, []]);
    }
    expect(stream.messages()).toHaveLength(3);
    expect(faults(revision, "", stream.messages(), negotiated)).toEqual([]);
  });
});
