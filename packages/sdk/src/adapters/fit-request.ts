// A conversation that a model would take must not fail for being too long to choose for.
import type { MessageWire } from "@signalbox/contracts";

import type { Candidate } from "../select/candidates.ts";
import type { SelectRequest } from "../select/selection.ts";

/** Limits of the service for one request. */
const MESSAGES_MAX = 2000;
const PARTS_MAX = 512;
const TOOLS_MAX = 128;

const GUIDING = new Set(["system", "developer"]);

/** The newest turns, behind what guides the whole conversation: they weigh most in the choice. */
function fitMessages(messages: readonly MessageWire[]): readonly MessageWire[] {
  if (messages.length <= MESSAGES_MAX) return messages;
  const first = messages.findIndex(({ role }) => !GUIDING.has(role ?? ""));
  const guiding = messages.slice(0, Math.max(0, Math.min(first, MESSAGES_MAX - 1)));
  return [...guiding, ...messages.slice(guiding.length - MESSAGES_MAX)];
}

function fitParts(message: MessageWire): MessageWire {
  const { content } = message;
  if (!Array.isArray(content) || content.length <= PARTS_MAX) return message;
  return { ...message, content: content.slice(-PARTS_MAX) };
}

/** The same request within the limits of the service; what the model gets is not touched. */
export function fitRequest<C extends Candidate>(
  request: SelectRequest<C> & { readonly messages: readonly MessageWire[] },
): SelectRequest<C> {
  const { messages, tools } = request;
  const fitting = { ...request, messages: fitMessages(messages).map(fitParts) };
  return tools === undefined || tools === null ? fitting : { ...fitting, tools: tools.slice(0, TOOLS_MAX) };
}
