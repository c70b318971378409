// Steps of a conversation as messages of the wire, in the shape of one of two vendors.
import type { MessageWire, SelectRequestWire } from "@signalbox/contracts";

export type WireMessage = MessageWire;
export type WireTool = NonNullable<SelectRequestWire["tools"]>[number];
/** How a client writes down calls of tools: as parts of a message, or beside it. */
export type CallShape = "parts" | "members";

/** Of a tool that every harness has, under whatever name. */
export type NameOfTool = (tool: string) => string;

const CALL = /^(\w+)(?: (.*))?$/s;

function callOf(said: string, id: string, { shape, nameOf }: StepOptions): WireMessage {
  const [, tool = "run", input = "{}"] = CALL.exec(said) ?? [];
  const name = nameOf(tool);
  const part = { type: "tool_use", id, name, input: JSON.parse(input) as unknown };
  if (shape === "parts") return { role: "assistant", content: [part] };
  const call = { id, type: "function", function: { name, arguments: input } };
  return { role: "assistant", content: null, tool_calls: [call] };
}

function resultOf(said: string, id: string, { shape }: StepOptions): WireMessage {
  const part = { type: "tool_result", tool_use_id: id, content: said };
  if (shape === "parts") return { role: "user", content: [part] };
  return { role: "tool", tool_call_id: id, content: said };
}

export interface StepOptions {
  readonly shape: CallShape;
  readonly nameOf: NameOfTool;
}

export const PLAIN_STEPS: StepOptions = { shape: "members", nameOf: (tool) => tool };

/** @param steps each "U: ..." and the like; a result answers the call before it */
export function messagesOf(steps: readonly string[], options: StepOptions = PLAIN_STEPS): WireMessage[] {
  return steps.map((step, index) => {
    const said = step.slice(3);
    const roles = { S: "system", U: "user", A: "assistant" } as const;
    if (step.startsWith("C")) return callOf(said, `call_${index}`, options);
    if (step.startsWith("R")) return resultOf(said, `call_${index - 1}`, options);
    return { role: roles[step[0] as keyof typeof roles], content: said };
  });
}

export function toolsOf(described: readonly (readonly [name: string, description: string])[]): WireTool[] {
  return described.map(([name, description]) => ({
    type: "function",
    function: { name, description, parameters: { type: "object", properties: {} } },
  }));
}
