// A pair of protocols, put together from the form of each.
import { PROTOCOL_NAMES, type Body, type ProtocolName } from "../protocols/protocol.ts";
import { recordsOf } from "../protocols/read-json.ts";
import * as chatAnswer from "./chat-answer.ts";
import * as chatRequest from "./chat-request.ts";
import { PieceFlow } from "./flow.ts";
import { isSet, refuse, type Form } from "./form.ts";
import * as messagesAnswer from "./messages-answer.ts";
import * as messagesRequest from "./messages-request.ts";
import { readProblem, writeProblem } from "./problem.ts";
import * as responsesAnswer from "./responses-answer.ts";
import * as responsesRequest from "./responses-request.ts";
import { createStopCut, cutAnswer, stopsLeft } from "./stops.ts";
import type { AnswerStream, StreamEvent, Translator } from "./translator.ts";

export const FORMS: Readonly<Record<ProtocolName, Form>> = {
  chat: { ...chatRequest, ...chatAnswer },
  messages: { ...messagesRequest, ...messagesAnswer },
  responses: { ...responsesRequest, ...responsesAnswer },
};

export interface Pair {
  readonly from: ProtocolName;
  readonly to: ProtocolName;
}

function createStream({ from, to }: Pair, asked: Body): AnswerStream {
  const flow = new PieceFlow();
  const reader = FORMS[to].readStream(flow);
  const write = FORMS[from].writeStream(asked);
  const stops = stopsLeft(to, asked);
  const cut = stops.length === 0 ? undefined : createStopCut(stops);
  const taken = (): readonly StreamEvent[] => {
    const pieces = flow.take();
    return (cut === undefined ? pieces : pieces.flatMap(cut)).flatMap(write);
  };
  return {
    push: (event) => {
      if (!flow.isOver) reader.push(event);
      return taken();
    },
    end: () => {
      reader.end?.();
      flow.fault({ message: "The upstream's answer broke off.", status: 502, code: undefined });
      return taken();
    },
  };
}

/** Every whole answer has it, be it empty. */
const SAID_IN: Readonly<Record<ProtocolName, string>> = {
  chat: "choices",
  messages: "content",
  responses: "output",
};
const NO_ANSWER = { message: "The upstream answered in no form of its protocol: check its address." };

export function createTranslator({ from, to }: Pair): Translator {
  const [own, other] = [FORMS[from], FORMS[to]];
  return {
    from,
    to,
    request: (body) => {
      const asked = own.readRequest(body);
      if (asked.tools.length === 0 && recordsOf(body["tools"]).length > 0)
        refuse("All tools of this call are run by the client's own provider.");
      return other.writeRequest(asked);
    },
    answer: (body, asked) => {
      if (isSet(body["error"])) return writeProblem(from, readProblem(body));
      if (!Array.isArray(body[SAID_IN[to]])) return writeProblem(from, readProblem(NO_ANSWER, 502));
      return own.writeAnswer(cutAnswer(other.readAnswer(body), stopsLeft(to, asked)), asked);
    },
    error: (body, status) => writeProblem(from, readProblem(body, status)),
    stream: (asked) => createStream({ from, to }, asked),
  };
}

/** Every pair that is spoken. */
const TRANSLATORS: readonly Translator[] = PROTOCOL_NAMES.flatMap((from) =>
  PROTOCOL_NAMES.filter((to) => to !== from).map((to) => createTranslator({ from, to })),
);

export const translatorOf = (from: ProtocolName, to: ProtocolName): Translator | undefined =>
  TRANSLATORS.find((translator) => translator.from === from && translator.to === to);
