// Tools from their wire form: the flat form and `{ type: "function", function: {...} }`.
import type { SelectRequestWire, ToolWire } from "@signalbox/contracts";

import type { ToolDefinition } from "../reader/conversation/message.ts";
import type { Faults } from "./validation.ts";
import { addFault, toJsonText } from "./validation.ts";

/** Absent and null are no tools. The schema has checked every value; a fault is a function without a name. */
export function collectTools(wire: SelectRequestWire["tools"], faults: Faults): ToolDefinition[] {
  return (wire ?? []).flatMap((tool, index) => readTool(tool, `tools[${index}]`, faults) ?? []);
}

function readTool(wire: ToolWire, location: string, faults: Faults): ToolDefinition | undefined {
  const { name, description, parameters = wire.input_schema } = wire.function ?? wire;
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
