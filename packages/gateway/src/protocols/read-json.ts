import { isRecord } from "@signalbox/contracts";

import type { Body } from "./protocol.ts";

export const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** Tokens are whole numbers; anything else was not said. */
export const countOf = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : undefined;

export const recordsOf = (value: unknown): readonly Body[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];

export const memberOf = (value: unknown, name: string): unknown =>
  isRecord(value) ? value[name] : undefined;

const TEXT_CHARS_MAX = 4_000;

/** The text of a content, whatever its dialect: a string, or parts. Only its beginning and its end are read. */
export function contentText(content: unknown): string {
  const text =
    textOf(content) ??
    recordsOf(content)
      .map((part) => textOf(part["text"]) ?? "")
      .join("\n");
  if (text.length <= 2 * TEXT_CHARS_MAX) return text;
  return `${text.slice(0, TEXT_CHARS_MAX)}\n${text.slice(-TEXT_CHARS_MAX)}`;
}

/** Omits undefined members. */
export function defined<T extends object>(members: { [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T;
}
