import { shorten } from "../../facts/evidence.ts";
import { initializeAnswers, MEDIA_TYPES } from "../../facts/media.ts";
import { finding, judged, type Rule } from "../../model/rule.ts";

const rule: Rule = {
  id: "transport-content-type-init",
  category: "transport",
  profile: "core",
  title: "The answer to initialize is JSON or an event stream",
  why: "Clients choose their parser by the Content-Type: with another one they give up before the session begins.",
  fix: "Send the answer to initialize as application/json or text/event-stream, like every other answer.",
  revisions: {
    "2025-11-25": judged({
      required: false,
      basis: "spec",
      level: "MUST",
      clauses: ["basic/transports#sending-messages-to-the-server"],
      transports: ["http"],
      since: "2025-03-26",
      method: {
        probe: "The media type of every 2xx answer of the run to initialize; case and parameters do not matter.",
        pass: "application/json or text/event-stream.",
        fail: "Another media type, or none.",
        skip: "Not evaluable when initialize got no 2xx answer.",
      },
      uses: { answers: initializeAnswers },
      judge: ({ answers }) =>
        answers.flatMap(({ exchange, mediaType }) =>
          mediaType !== undefined && MEDIA_TYPES.includes(mediaType)
            ? []
            : [
                finding("The answer to initialize is neither JSON nor an event stream", exchange.id, {
                  expected: MEDIA_TYPES.join(" or "),
                  actual: mediaType === undefined ? "no Content-Type" : shorten(mediaType),
                }),
              ],
        ),
    }),
  },
};

export default rule;
