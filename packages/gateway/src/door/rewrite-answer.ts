// An answer on its way to the client: in the client's protocol, and under the name that the client asked for. Clients keep
// thoughts, and with them their cached prompt, only while the name stays the same.
import type { Body } from "../protocols/protocol.ts";
import { createLines, eventIn, parseRecord } from "../protocols/read-stream.ts";
import type { AnswerStream, StreamEvent, Translator } from "../translate/translator.ts";

export interface Rewriter {
  push(chunk: Buffer): Buffer | string;
  end(isWhole: boolean): Buffer | string;
}

/** The first member of that name in an event of a stream: text of the model stands within strings, where quotes are escaped. */
const MODEL_MEMBER = /("model"\s*:\s*)"(?:[^"\\]|\\.)*"/;

const renamed = (line: string, name: string): string =>
  line.startsWith("data:") && line.includes('"model"')
    ? line.replace(MODEL_MEMBER, (_, member: string) => member + JSON.stringify(name))
    : line;

const render = ({ name, data }: StreamEvent): string =>
  `${name === "" ? "" : `event: ${name}\n`}data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`;

function createTranslation(stream: AnswerStream, name: string): Rewriter {
  const show = (events: readonly StreamEvent[]): string =>
    events.map((event) => renamedEvent(render(event), name)).join("");
  let isBroken = false;
  const lines = createLines((line) => {
    const event = eventIn(line);
    if (event === undefined || isBroken) return "";
    try {
      return show(stream.push(event));
    } catch {
      // An event that no translator foresees ends this answer, and nothing else.
      isBroken = true;
      return show(stream.end(false));
    }
  });
  return {
    push: (chunk) => lines.push(chunk),
    end: (isWhole) => lines.end() + (isBroken ? "" : show(stream.end(isWhole))),
  };
}

const renamedEvent = (text: string, name: string): string =>
  text
    .split("\n")
    .map((line) => renamed(line, name))
    .join("\n");

/** A whole answer is kept until it has ended; one that is too long for that passes as it is, or is a fault. @unit bytes */
const WHOLE_BYTES_MAX = 32 * 1024 * 1024;

/** @param faultOf in place of an answer that can neither be translated nor pass as it is */
function createWhole(
  convert: (body: Body) => Body,
  faultOf: ((message: string) => Body) | undefined,
): Rewriter {
  let parts: Buffer[] = [];
  let length = 0;
  const take = (): Buffer => {
    const whole = Buffer.concat(parts);
    parts = [];
    return whole;
  };
  return {
    push: (chunk) => {
      parts.push(chunk);
      length += chunk.length;
      if (length <= WHOLE_BYTES_MAX) return "";
      const rest = take();
      return faultOf === undefined ? rest : "";
    },
    end: (isWhole) => {
      const rest = take();
      if (length > WHOLE_BYTES_MAX)
        return faultOf === undefined ? rest : JSON.stringify(faultOf("The model's answer is too long."));
      const body = isWhole ? parseRecord(rest.toString("utf8")) : undefined;
      if (body === undefined) return rest;
      try {
        return JSON.stringify(convert(body));
      } catch {
        return faultOf === undefined
          ? rest
          : JSON.stringify(faultOf("The model's answer cannot be translated."));
      }
    },
  };
}

export interface RewriteOptions {
  /** The name that the client asked for. */
  readonly named: string;
  readonly translator: Translator | undefined;
  /** The client's call. */
  readonly asked: Body;
  readonly isStream: boolean;
}

export function createRewriter({ named, translator, asked, isStream }: RewriteOptions): Rewriter {
  if (isStream)
    return translator === undefined
      ? createLines((line) => renamed(line, named))
      : createTranslation(translator.stream(asked), named);
  const convert = (body: Body): Body => {
    const answer = translator === undefined ? body : translator.answer(body, asked);
    return answer["model"] === undefined ? answer : { ...answer, model: named };
  };
  return createWhole(convert, translator && ((message) => translator.error({ error: { message } }, 502)));
}
