import { httpAnswer, httpText, methodOf, reheaded, restreamed, setting, trap, wrapHttp } from "../../support/mutate.ts";

const BOTH = ["2025-11-25", "2026-07-28"] as const;

export default [
  trap(
    { name: "application/json; charset=utf-8", revisions: BOTH, transports: ["http"] },
    httpAnswer((answer) =>
      answer.body.kind === "text" ? reheaded(answer, { "Content-Type": "application/json; charset=utf-8" }) : answer,
    ),
  ),
  trap({ name: "202 without a Content-Type", revisions: BOTH, transports: ["http"] }),
  trap(
    { name: "text/html on refusals without a message", revisions: ["2025-11-25"], transports: ["http"] },
    httpAnswer((answer) =>
      answer.status === 400 || answer.status === 404
        ? httpText(answer.status, "<h1>No</h1>", [["Content-Type", "text/html"]])
        : answer,
    ),
  ),
  trap(
    { name: "an array as answer at 2025-03-26", revisions: ["2025-11-25"], transports: ["http"] },
    setting("initialize", "/result/protocolVersion", "2025-03-26"),
    httpAnswer((answer, request) =>
      methodOf(request) === "ping" && answer.status === 200 && answer.body.kind === "text"
        ? { ...answer, body: { kind: "text", text: `[${answer.body.text}]` } }
        : answer,
    ),
  ),
  trap(
    { name: "a gateway's HTML on 502", revisions: ["2026-07-28"], transports: ["http"] },
    wrapHttp((request, next) =>
      methodOf(request) === "prompts/list"
        ? httpText(502, "<h1>Bad</h1>", [["Content-Type", "text/html"]])
        : next(request),
    ),
  ),
  trap(
    {
      name: "comments, empty data, CRLF, several data lines and every field",
      revisions: BOTH,
      transports: ["http"],
      options: { sse: "always" },
    },
    httpAnswer((answer) => {
      const ornate = restreamed(answer, (piece) => {
        const data = /^data: (\{.*)$/m.exec(piece)?.[1];
        if (data === undefined) return piece;
        const id = /^id: (.*)$/m.exec(piece)?.[1] ?? "a";
        const lines = [
          ": hello",
          "",
          "event: message",
          "data:",
          "",
          "retry: 5",
          `id: ${id}`,
          "data: {",
          `data: ${data.slice(1)}`,
        ];
        return `${lines.join("\r\n")}\r\n\r\n`;
      });
      return ornate === answer ? answer : reheaded(ornate, { "Content-Type": "Text/Event-Stream" });
    }),
  ),
];
