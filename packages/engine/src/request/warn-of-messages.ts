// Members, roles and types of turns, parts and tools that look misspelt.
import type { FieldError } from "@signalbox/contracts";
import { isRecord, READ_MESSAGE_FIELDS, READ_PART_FIELDS, READ_TOOL_FIELDS } from "@signalbox/contracts";

import type { Members } from "./near-names.ts";
import { namesOf, warnOfMembers, warnOfNearMisses, warnOfWord } from "./near-names.ts";
import { ITEM_TYPES_WITHOUT_ROLE, MESSAGE_ROLES } from "./read-messages.ts";
import { READ_PART_TYPES } from "./read-parts.ts";

const MESSAGE = namesOf(READ_MESSAGE_FIELDS);
const PART = namesOf(READ_PART_FIELDS);
const TOOL = namesOf(READ_TOOL_FIELDS);
const TOOL_FUNCTION = namesOf(["name", "description", "parameters"]);
const ROLES = namesOf(MESSAGE_ROLES);
const PART_TYPES = namesOf(READ_PART_TYPES);
const ITEM_TYPES = namesOf(["message", ...ITEM_TYPES_WITHOUT_ROLE]);

export function warnOfMessages(messages: unknown, warnings: FieldError[]): void {
  if (!Array.isArray(messages)) return;
  for (let i = 0; i < messages.length; i += 1) {
    const message: unknown = messages[i];
    if (!isRecord(message)) continue;
    const location = (): string => `messages[${i}]`;
    warnOfNearMisses(message, { location, names: MESSAGE, warnings });
    const { role, type, content } = message;
    warnOfWord(role, { location: () => `${location()}.role`, names: ROLES, warnings });
    warnOfWord(type, { location: () => `${location()}.type`, names: ITEM_TYPES, warnings });
    if (Array.isArray(content)) warnOfParts(content, { location: () => `${location()}.content`, warnings });
  }
}

function warnOfParts(parts: readonly unknown[], { location, warnings }: Omit<Members, "names">): void {
  warnOfMembers(parts, { location, names: PART, warnings });
  for (let i = 0; i < parts.length; i += 1) {
    const part = parts[i];
    if (isRecord(part))
      warnOfWord(part["type"], { location: () => `${location()}[${i}].type`, names: PART_TYPES, warnings });
  }
}

export function warnOfTools(tools: unknown, warnings: FieldError[]): void {
  if (!Array.isArray(tools)) return;
  warnOfMembers(tools, { location: () => "tools", names: TOOL, warnings });
  for (let i = 0; i < tools.length; i += 1) {
    const tool: unknown = tools[i];
    if (isRecord(tool) && isRecord(tool["function"]))
      warnOfNearMisses(tool["function"], {
        location: () => `tools[${i}].function`,
        names: TOOL_FUNCTION,
        warnings,
      });
  }
}
