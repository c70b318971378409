// Reading members of foreign JSON: the first of several names that holds the wanted kind of value.
import { isRecord } from "@signalbox/contracts";
import type { LogRecord } from "./past-call.ts";

export function recordAt(record: LogRecord, ...names: readonly string[]): LogRecord {
  for (const name of names) {
    const value = unwrapJson(record[name]);
    if (isRecord(value)) return value;
  }
  return {};
}

export function textAt(record: LogRecord, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = record[name];
    if (typeof value === "string" && value !== "") return value;
  }
  return undefined;
}

/** Numbers from 0; texts of digits count, as databases export decimals so. */
export function numberAt(record: LogRecord, ...names: readonly string[]): number | undefined {
  for (const name of names) {
    const value = record[name];
    const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
    if (typeof number === "number" && Number.isFinite(number) && number >= 0) return number;
  }
  return undefined;
}

/** A value that was exported as JSON text, parsed; anything else as it is. */
export function unwrapJson(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    // Prose may begin with a bracket too: then it is the text itself.
    return value;
  }
}

/** Messages of an input that may be the list itself, `{ messages }`, a bare text, or either of these as JSON text. */
export function messagesOf(value: unknown): unknown {
  const input = unwrapJson(value);
  const list = isRecord(input) ? unwrapJson(input["messages"]) : input;
  if (Array.isArray(list)) return list.length === 0 ? undefined : list;
  return typeof list === "string" && list.trim() !== "" ? list : undefined;
}

function millisecondsOf(value: unknown): number {
  if (typeof value === "number") return value < 1e11 ? value * 1000 : value;
  return typeof value === "string" ? Date.parse(value) : Number.NaN;
}

/** @unit seconds between two moments, each ISO 8601, Unix seconds or Unix milliseconds */
export function secondsBetween(start: unknown, end: unknown): number | undefined {
  const seconds = (millisecondsOf(end) - millisecondsOf(start)) / 1000;
  return seconds >= 0 ? seconds : undefined;
}
