// Tools from their wire form: the flat form and `{ type: "function", function: {...} }`; at most 128.
import { isRecord, SELECT_LIMITS } from "@signalbox/contracts";

import type { ToolDefinition } from "../conversation/message.ts";
import type { Faults } from "./validation.ts";
import { addFault, assertNoFaults, toJsonText } from "./validation.ts";

/**
 * Reads the `tools` field; absent and null are no tools.
 * @throws SignalboxError validation_failed for more than 128 tools, another type than a function, or a missing name.
 */
export function readTools(wire: unknown): ToolDefinition[] {
  const faults: Faults = [];
  const tools = collectTools(wire, faults);
  assertNoFaults(faults);
  return tools;
}

export function collectTools(wire: unknown, faults: Faults): ToolDefinition[] {
  if (wire === undefined || wire === null) return [];
  if (!Array.isArray(wire) || wire.length > SELECT_LIMITS.toolsMax) {
    addFault(faults, {
      location: "tools",
      message: Array.isArray(wire)
        ? `There are ${wire.length} tools; at most ${SELECT_LIMITS.toolsMax} functions are supported.`
        : "The tools must be an array.",
      fix: `Send at most ${SELECT_LIMITS.toolsMax} functions.`,
    });
    return [];
  }
  const tools: ToolDefinition[] = [];
  for (let i = 0; i < wire.length; i += 1) {
    const tool = readTool((wire as readonly unknown[])[i], i, faults);
    if (tool !== undefined) tools.push(tool);
  }
  return tools;
}

function readTool(wire: unknown, index: number, faults: Faults): ToolDefinition | undefined {
  const location = `tools[${index}]`;
  if (!isRecord(wire)) {
    addFault(faults, {
      location,
      message: "A tool must be an object.",
      fix: "Send name, description and parameters.",
    });
    return undefined;
  }
  const type = wire["type"];
  if (typeof type === "string" && type !== "function") {
    addFault(faults, {
      location: `${location}.type`,
      message: "Only functions are supported as a tool.",
      fix: 'Set `type` to "function" or leave it out.',
    });
    return undefined;
  }
  const definition = isRecord(wire["function"]) ? wire["function"] : wire;
  const name = definition["name"];
  if (typeof name !== "string" || name === "") {
    addFault(faults, { location: `${location}.name`, message: "A function needs a name.", fix: "Name it." });
    return undefined;
  }
  const parametersJson = toJsonText(definition["parameters"] ?? {});
  if (parametersJson === undefined) {
    addFault(faults, {
      location: `${location}.parameters`,
      message: "The parameters cannot be written as JSON.",
      fix: "Send a JSON Schema object.",
    });
    return undefined;
  }
  const description = typeof definition["description"] === "string" ? definition["description"] : "";
  return { name, description, parametersJson };
}
