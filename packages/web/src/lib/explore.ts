// What is looked at: the span of time and the filters of a view, as they stand in the address. A bookmark, a link in a chat
// and the back button all bring the same view back, and every number links to the decisions behind it through here.
import type { DecisionsExportQuery } from "@signalbox/sdk";

import { timesOf, writeRange } from "./range.ts";
import type { Range } from "./range.ts";

export type Choice = "" | "true" | "false";

export interface Filters {
  readonly q: string;
  readonly label: string;
  readonly field: string;
  readonly language: string;
  readonly degraded: Choice;
  readonly explored: Choice;
  readonly rejected: Choice;
  readonly preference_id: string;
  readonly preference_version: string;
  readonly key_id: string;
}

export const NO_FILTERS: Filters = {
  q: "",
  label: "",
  field: "",
  language: "",
  degraded: "",
  explored: "",
  rejected: "",
  preference_id: "",
  preference_version: "",
  key_id: "",
};

const CHOICES = ["degraded", "explored", "rejected"] as const;
const TEXTS = ["q", "label", "field", "language", "preference_id", "preference_version", "key_id"] as const;

const VERSION = /^[1-9]\d{0,8}$/;

const choiceOf = (text: string | null): Choice => (text === "true" || text === "false" ? text : "");

export function readFilters(parameters: URLSearchParams): Filters {
  const texts = TEXTS.map((name) => [name, parameters.get(name) ?? ""] as const);
  const choices = CHOICES.map((name) => [name, choiceOf(parameters.get(name))] as const);
  const read = { ...NO_FILTERS, ...(Object.fromEntries([...texts, ...choices]) as Partial<Filters>) };
  return VERSION.test(read.preference_version) ? read : { ...read, preference_version: "" };
}

export function writeFilters(parameters: URLSearchParams, filters: Filters): void {
  for (const [name, value] of Object.entries(filters))
    if (value === "") parameters.delete(name);
    else parameters.set(name, String(value));
}

export const isFiltered = (filters: Filters): boolean => Object.values(filters).some((value) => value !== "");

/** The query of the service for this view. */
export function queryOf(filters: Filters, range: Range, nowMs: number): DecisionsExportQuery {
  const texts = TEXTS.filter((name) => filters[name] !== "").map((name) => [name, filters[name]] as const);
  const choices = CHOICES.filter((name) => filters[name] !== "").map(
    (name) => [name, filters[name] === "true"] as const,
  );
  return { ...Object.fromEntries([...texts, ...choices]), ...timesOf(range, nowMs) };
}

/** Where the decisions behind a number are. */
export function decisionsHref(range: Range, filters: Partial<Filters> = {}): string {
  const parameters = new URLSearchParams();
  writeFilters(parameters, { ...NO_FILTERS, ...filters });
  writeRange(parameters, range);
  const text = parameters.toString();
  return text === "" ? "/decisions" : `/decisions?${text}`;
}
