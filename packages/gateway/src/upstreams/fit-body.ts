// The body as it goes to one model: the client's bytes with another name in them. Thoughts that another model has signed stay
// behind, and so does what this model's upstream has refused before.
import { applyEdits, dropElements, dropMember, replaceMember, type Edit } from "../json/edit-body.ts";
import { elementsAt, membersAt, type Span } from "../json/spans.ts";
import type { Protocol } from "../protocols/protocol.ts";
import type { Remedy } from "./refusals.data.ts";

export interface Fitted {
  readonly bytes: Buffer;
  readonly protocol: Protocol;
  readonly model: string;
  /** Whether a thought with this signature may go to this model. */
  readonly isOwnThought: (signature: string) => boolean;
  readonly remedies: readonly Remedy[];
}

const THOUGHT_NAMES = ['"thinking"', '"redacted_thinking"', '"reasoning"'] as const;

const isThought = (text: string): boolean => THOUGHT_NAMES.some((name) => text.includes(name));

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

function foreignIn(bytes: Buffer, list: Span, isOwn: Fitted["isOwnThought"]): Edit[] {
  const elements = elementsAt(bytes, list.start);
  const isForeign = elements.map((element) => {
    const signature = signatureOf(bytes, element);
    return signature !== undefined && !isOwn(signature);
  });
  return dropElements(elements, (index) => isForeign[index] === true);
}

/** A message of thoughts alone would be left empty, so it keeps them: such a message is not sent by any client. */
function foreignThoughts(bytes: Buffer, protocol: Protocol, isOwn: Fitted["isOwnThought"]): Edit[] {
  const list = membersAt(bytes, 0).findLast(
    ({ name }) => name === (protocol.name === "responses" ? "input" : "messages"),
  );
  if (list === undefined) return [];
  if (protocol.name === "responses") return foreignIn(bytes, list.value, isOwn);
  if (protocol.name === "chat") return [];
  return elementsAt(bytes, list.value.start).flatMap(({ start, end }) => {
    if (!isThought(bytes.toString("utf8", start, end))) return [];
    const content = membersAt(bytes, start).findLast(({ name }) => name === "content");
    return content === undefined ? [] : foreignIn(bytes, content.value, isOwn);
  });
}

export function fitBody({ bytes, protocol, model, isOwnThought, remedies }: Fitted): Buffer {
  const dropsAll = remedies.some(({ drop }) => drop === "thoughts");
  const isOwn = dropsAll ? () => false : isOwnThought;
  const hasThoughts = THOUGHT_NAMES.some((name) => bytes.includes(name));
  let fitted = hasThoughts ? applyEdits(bytes, foreignThoughts(bytes, protocol, isOwn)) : bytes;
  for (const remedy of remedies)
    if (remedy.drop === "member") fitted = applyEdits(fitted, dropMember(fitted, remedy.member));
  return applyEdits(fitted, replaceMember(fitted, "model", model));
}
