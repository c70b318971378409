// Tools from their wire form: the flat form and `{ type: "function", function: {...} }`.
import type { SelectRequestWire, ToolWire, ModelCatalog } from "@signalbox/contracts";
import { invalid, selectRequestBody } from "@signalbox/contracts";
import type { ToolDefinition, Message } from "../reader/conversation/message.ts";
import type { Faults } from "./reading.ts";
import { addFault, toJsonText, assertNoFaults } from "./reading.ts";
import type { CandidateInput } from "../candidates/candidate.ts";
import { collectCandidates } from "./read-candidates.ts";
import { collectMessages } from "./read-messages.ts";

/** Whether a tool is a vendor's own, such as `web_search_20250305`, `mcp` or `custom`, and no function. */
export const isVendorTool = ({ type }: ToolWire): boolean =>
  type !== undefined && type !== null && type !== "function" && type !== "";

/** Absent and null are no tools. The schema has checked every value; a fault is a function without a name. */
export function collectTools(wire: SelectRequestWire["tools"], faults: Faults): ToolDefinition[] {
  return (wire ?? []).flatMap((tool, index) => readTool(tool, `tools[${index}]`, faults) ?? []);
}

function readTool(wire: ToolWire, location: string, faults: Faults): ToolDefinition | undefined {
  const { name: stated, description, parameters = wire.input_schema } = wire.function ?? wire;
  const name = isVendorTool(wire) ? (stated ?? wire.type) : stated;
  if (name === undefined || name === null || name === "") {
    addFault(faults, { location: `${location}.name`, message: "A function needs a name.", fix: "Name it." });
    return undefined;
  }
  const parametersJson = toJsonText(parameters ?? {});
  if (parametersJson === undefined) {
    addFault(faults, {
      location: `${location}.${wire.input_schema === parameters ? "input_schema" : "parameters"}`,
      message: "The parameters cannot be written as JSON.",
      fix: "Send a JSON Schema object.",
    });
    return undefined;
  }
  return { name, description: description ?? "", parametersJson };
}

// Single members of a request, for conversations and candidates that come some other way: each is judged as a request that
// holds nothing else.
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
