// The body as it goes to one model: the client's bytes with another name in them. Thoughts that another model has signed stay
// behind, and so does what this model's upstream has refused before.
import { applyEdits, dropElements, dropMember, replaceMember, type Edit } from "../json/edit-body.ts";
import { elementsAt, membersAt, type Span } from "../json/spans.ts";
import type { Protocol, ProtocolName } from "../protocols/protocol.ts";
import type { Remedy } from "./refusals.data.ts";

export interface Fitted {
  readonly bytes: Buffer;
  readonly protocol: Protocol;
  readonly model: string;
  /** Whether a thought with this signature may go to this model; undefined where all may. */
  readonly isOwnThought: ((signature: string) => boolean) | undefined;
  readonly remedies: readonly Remedy[];
}

/** The end of the type of every thought, by protocol; Chat Completions has none. */
const THOUGHT_NAMES: Readonly<Record<ProtocolName, string | undefined>> = {
  messages: 'thinking"',
  responses: '"reasoning"',
  chat: undefined,
};

function signatureOf(bytes: Buffer, { start, end }: Span): string | undefined {
  const value = JSON.parse(bytes.toString("utf8", start, end)) as Readonly<Record<string, unknown>>;
  const type = value["type"];
  const signature =
    type === "thinking"
      ? value["signature"]
      : type === "redacted_thinking"
        ? value["data"]
        : type === "reasoning"
          ? value["encrypted_content"]
          : undefined;
  return typeof signature === "string" && signature !== "" ? signature : undefined;
}

type IsOwn = (signature: string) => boolean;

function foreignIn(bytes: Buffer, list: Span, isOwn: IsOwn): Edit[] {
  const elements = elementsAt(bytes, list.start);
  const isForeign = elements.map((element) => {
    const signature = signatureOf(bytes, element);
    return signature !== undefined && !isOwn(signature);
  });
  return dropElements(elements, (index) => isForeign[index] === true);
}

/** A message of thoughts alone would be left empty, so it keeps them: such a message is not sent by any client. */
function foreignThoughts(bytes: Buffer, protocol: Protocol, isOwn: IsOwn): Edit[] {
  const type = THOUGHT_NAMES[protocol.name];
  // Most bodies hold none, and a search for one name is quicker than a look at every element.
  if (type === undefined || !bytes.includes(type)) return [];
  const list = membersAt(bytes, 0).findLast(
    (member) => member.name === (protocol.name === "responses" ? "input" : "messages"),
  );
  if (list === undefined) return [];
  if (protocol.name === "responses") return foreignIn(bytes, list.value, isOwn);
  return elementsAt(bytes, list.value.start).flatMap(({ start, end }) => {
    if (!bytes.subarray(start, end).includes(type)) return [];
    const content = membersAt(bytes, start).findLast(({ name }) => name === "content");
    return content === undefined ? [] : foreignIn(bytes, content.value, isOwn);
  });
}

export function fitBody({ bytes, protocol, model, isOwnThought, remedies }: Fitted): Buffer {
  const dropsAll = remedies.some(({ drop }) => drop === "thoughts");
  const isOwn = dropsAll ? () => false : isOwnThought;
  // Looking for thoughts takes longer than all else that is done to a body.
  const foreign = isOwn === undefined ? [] : foreignThoughts(bytes, protocol, isOwn);
  let fitted = foreign.length === 0 ? bytes : applyEdits(bytes, foreign);
  for (const remedy of remedies)
    if (remedy.drop === "member") fitted = applyEdits(fitted, dropMember(fitted, remedy.member));
  return applyEdits(fitted, replaceMember(fitted, "model", model));
}
