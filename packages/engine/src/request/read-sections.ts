// Single members of a request, for conversations and candidates that come some other way: each is judged as a request that
// holds nothing else.
import type { ModelCatalog, SelectRequestWire } from "@signalbox/contracts";
import { invalid, selectRequestBody } from "@signalbox/contracts";

import type { CandidateInput } from "../candidates/candidate-input.ts";
import type { Message, ToolDefinition } from "../reader/conversation/message.ts";
import { collectCandidates } from "./read-candidates.ts";
import { collectMessages } from "./read-messages.ts";
import { collectTools } from "./read-tools.ts";
import type { Faults } from "./validation.ts";
import { assertNoFaults } from "./validation.ts";

const UNREAD = { messages: "Not read." };

function readSection<T>(members: object, read: (body: SelectRequestWire, faults: Faults) => T): T {
  const body: unknown = { ...UNREAD, ...members };
  if (!selectRequestBody.isValid(body)) throw invalid(selectRequestBody.faultsOf(body));
  const faults: Faults = [];
  const section = read(body, faults);
  assertNoFaults(faults);
  return section;
}

/** The `messages` of a request. @throws SignalboxError validation_failed */
export const readMessages = (messages: unknown): Message[] => readSection({ messages }, collectMessages);

/** The `tools` of a request; absent and null both mean that there are none. @throws SignalboxError validation_failed */
export const readTools = (tools: unknown): ToolDefinition[] =>
  readSection({ tools }, (body, faults) => collectTools(body.tools, faults));

/** @throws SignalboxError validation_failed */
export function readTurns(sent: {
  readonly messages?: unknown;
  readonly input?: unknown;
  readonly system?: unknown;
  readonly instructions?: unknown;
  readonly tools?: unknown;
}): {
  readonly messages: Message[];
  readonly tools: ToolDefinition[];
} {
  const { messages, input, system, instructions, tools } = sent;
  return readSection({ messages, input, system, instructions, tools }, (body, faults) => ({
    messages: collectMessages(body, faults),
    tools: collectTools(body.tools, faults),
  }));
}

interface CandidatesSection {
  readonly llm_providers?: unknown;
  readonly models?: unknown;
  readonly reasoning_effort?: unknown;
  readonly thinking?: unknown;
  readonly reasoning?: unknown;
}

/** The `llm_providers` of a request, or its `models`. @throws SignalboxError validation_failed */
export const readCandidates = (
  { llm_providers, models, reasoning_effort, thinking, reasoning }: CandidatesSection,
  catalog: ModelCatalog,
): readonly CandidateInput[] =>
  readSection({ llm_providers, models, reasoning_effort, thinking, reasoning }, (body, faults) =>
    collectCandidates(body, catalog, faults),
  );
