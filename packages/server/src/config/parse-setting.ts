// One given value against its setting. Values are never quoted back: a secret may be in the wrong place.
import type { SettingDefinition } from "@signalbox/contracts";

type ParseOutcome =
  | { readonly isOk: true; readonly value: string | number | boolean }
  | { readonly isOk: false; readonly message: string; readonly fix: string };

const TRUE_WORDS = new Set(["true", "1", "yes", "on"]);
const FALSE_WORDS = new Set(["false", "0", "no", "off"]);
const TEXT_CHARS_MAX = 4096;

const fault = (message: string, fix: string): ParseOutcome => ({ isOk: false, message, fix });

function parseNumber(setting: SettingDefinition, value: unknown, isText: boolean): ParseOutcome {
  const parsed = isText && typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  const { minimum = -Infinity, maximum = Infinity } = setting;
  const kind = setting.kind === "integer" ? "a whole number" : "a number";
  const fix = `Give ${kind} from ${minimum} to ${maximum}.`;
  if (typeof parsed !== "number" || !Number.isFinite(parsed)) return fault(`It is not ${kind}.`, fix);
  if (setting.kind === "integer" && !Number.isInteger(parsed)) return fault("It is not a whole number.", fix);
  if (parsed < minimum || parsed > maximum) return fault("It is out of range.", fix);
  return { isOk: true, value: parsed };
}

function parseSwitch(value: unknown, isText: boolean): ParseOutcome {
  if (typeof value === "boolean") return { isOk: true, value };
  const word = isText && typeof value === "string" ? value.toLowerCase() : "";
  if (TRUE_WORDS.has(word)) return { isOk: true, value: true };
  if (FALSE_WORDS.has(word)) return { isOk: true, value: false };
  return fault("It is neither true nor false.", "Give true or false.");
}

/** A file may hold what reads like a number or a switch where a text is asked for. */
const writtenOut = (value: unknown): unknown =>
  typeof value === "number" || typeof value === "boolean" ? String(value) : value;

function parseText(setting: SettingDefinition, given: unknown): ParseOutcome {
  const value = writtenOut(given);
  if (typeof value !== "string") return fault("It is not a text.", "Give a text.");
  if (value.length > TEXT_CHARS_MAX)
    return fault("It is too long.", `Give at most ${TEXT_CHARS_MAX} characters.`);
  if (setting.kind === "choice" && !setting.choices.includes(value))
    return fault("It is not one of the choices.", `Give one of: ${setting.choices.join(", ")}.`);
  if (setting.form !== undefined && !new RegExp(setting.form.pattern).test(value))
    return fault(
      "It does not have the form that is asked for.",
      `Give a value such as ${setting.form.example}.`,
    );
  return { isOk: true, value };
}

/** @param given `isText` marks values from flags and the environment, where a number arrives as its digits */
export function parseSetting(
  setting: SettingDefinition,
  given: { readonly value: unknown; readonly isText: boolean },
): ParseOutcome {
  if (setting.kind === "integer" || setting.kind === "number")
    return parseNumber(setting, given.value, given.isText);
  if (setting.kind === "boolean") return parseSwitch(given.value, given.isText);
  return parseText(setting, given.value);
}
