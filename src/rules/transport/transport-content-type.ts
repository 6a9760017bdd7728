import { shorten } from "../../facts/evidence.ts";
import {
  type Answered,
  type BodyFault,
  bodyFaultsBefore,
  MEDIA_TYPES,
  modernAnswers,
  requestAnswers,
} from "../../facts/media.ts";
import { type Finding, finding, judged, note, type Rule } from "../../model/rule.ts";

const EXPECTED = MEDIA_TYPES.join(" or ");

function wrongTypes(answers: readonly Answered[]): readonly Finding[] {
  return answers.flatMap(({ exchange, method, mediaType }) =>
    mediaType !== undefined && MEDIA_TYPES.includes(mediaType)
      ? []
      : [
          finding(
            `The answer to ${method} has ${mediaType === undefined ? "no media type" : "another media type"}`,
            exchange.id,
            {
              expected: EXPECTED,
              actual: mediaType === undefined ? "no Content-Type" : shorten(mediaType),
            },
          ),
        ],
  );
}

function wrongBodies(faults: readonly BodyFault[]): readonly Finding[] {
  return faults.map(({ exchange, method, fault, text }) =>
    finding(`The body of the answer to ${method} ${fault}`, exchange.id, {
      expected: "one JSON-RPC message",
      actual: text === "" ? "nothing" : shorten(text),
    }),
  );
}

const rule: Rule = {
  id: "transport-content-type",
  category: "transport",
  profile: "core",
  title: "Answers are JSON or an event stream",
  why: "Clients choose their parser by the Content-Type: an answer under another one is thrown away, however sound its text is.",
  fix: "Send Content-Type: application/json with one JSON object, or text/event-stream with one message per event. With Express use res.json(), not res.send() of a string.",
  revisions: {
    "2025-11-25": judged({
      required: true,
      basis: "spec",
      level: "MUST",
      clauses: ["basic/transports#sending-messages-to-the-server"],
      transports: ["http"],
      since: "2025-03-26",
      method: {
        probe:
          "Media type and body of every 2xx answer of the run to a sound request, initialize left out; case and parameters do not matter.",
        pass: "application/json with one JSON object, or text/event-stream whose data is JSON or empty.",
        fail: "Another media type or none; JSON that is not one object (an array is allowed up to 2025-03-26, which has batches); an event, of type message or none, whose data is no JSON.",
        skip: "Not evaluable when no request got a 2xx answer.",
      },
      uses: { answers: requestAnswers, faults: bodyFaultsBefore },
      judge: ({ answers, faults }) => [...wrongTypes(answers), ...wrongBodies(faults)],
    }),
    "2026-07-28": judged({
      required: true,
      basis: "spec",
      level: "MUST",
      clauses: ["basic/transports/streamable-http#sending-messages"],
      transports: ["http"],
      method: {
        probe:
          "Every 2xx answer of the run to a sound request, and every 4xx whose body is a JSON-RPC response: media type and body.",
        pass: "application/json with one JSON object, or text/event-stream whose data is JSON or empty.",
        fail: "Another media type or none; JSON that is not one object; an event, of type message or none, whose data is no JSON.",
        skip: "Not evaluable when there was no such answer.",
      },
      uses: { seen: modernAnswers },
      judge: ({ seen }) => [
        ...wrongTypes(seen.answers),
        ...wrongBodies(seen.faults),
        ...seen.strayEvents
          .slice(0, 1)
          .map((one) => note("Events of a type of their own carry data that is no JSON", one.id)),
      ],
    }),
  },
};

export default rule;
