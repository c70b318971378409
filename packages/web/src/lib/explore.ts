// The part of the data that is looked at: the span of time and the filters of a view, as they are in the address. A bookmark, a
// link in a chat and the back button all bring the same view back, and every number links to the decisions behind it through
// here.
import type { DecisionsExportQuery } from "@signalbox/sdk";

import { timesOf, writeRange } from "./range.ts";
import type { Range } from "./range.ts";
import { readTags, writeTags } from "./tags.ts";

export type Choice = "" | "true" | "false";

export interface Filters {
  readonly q: string;
  readonly label: string;
  readonly field: string;
  readonly language: string;
  readonly operation: string;
  readonly call_role: string;
  /** FROM-TO in dollars, without TO for the highest; or "unknown". */
  readonly cost: string;
  readonly feedback: string;
  readonly refused: Choice;
  readonly degraded: Choice;
  readonly explored: Choice;
  readonly rejected: Choice;
  readonly preference_id: string;
  readonly preference_version: string;
  readonly key_id: string;
  /** Session id of the first turn. */
  readonly chain_id: string;
  /** `region=eu,team=support`: every one of them. */
  readonly tags: string;
}

export const NO_FILTERS: Filters = {
  q: "",
  label: "",
  field: "",
  language: "",
  operation: "",
  call_role: "",
  cost: "",
  feedback: "",
  refused: "",
  degraded: "",
  explored: "",
  rejected: "",
  preference_id: "",
  preference_version: "",
  key_id: "",
  chain_id: "",
  tags: "",
};

const CHOICES = ["refused", "degraded", "explored", "rejected"] as const;
const TEXTS = [
  "q",
  "label",
  "field",
  "language",
  "operation",
  "preference_id",
  "preference_version",
  "key_id",
  "chain_id",
  "tags",
] as const;
const CHECKED = {
  preference_version: /^[1-9]\d{0,8}$/,
  cost: /^(unknown|\d{1,6}(\.\d{1,8})?-(\d{1,6}(\.\d{1,8})?)?)$/,
  feedback: /^(none|any|bad|good)$/,
  call_role: /^(main|sub_agent|title|summary|check)$/,
} as const;

const choiceOf = (text: string | null): Choice => (text === "true" || text === "false" ? text : "");

export function readFilters(parameters: URLSearchParams): Filters {
  const texts = TEXTS.map((name) => [name, parameters.get(name) ?? ""] as const);
  const choices = CHOICES.map((name) => [name, choiceOf(parameters.get(name))] as const);
  const checked = Object.entries(CHECKED).map(([name, form]) => {
    const text = parameters.get(name) ?? "";
    return [name, form.test(text) ? text : ""] as const;
  });
  return { ...NO_FILTERS, ...(Object.fromEntries([...texts, ...choices, ...checked]) as Partial<Filters>) };
}

export function writeFilters(parameters: URLSearchParams, filters: Filters): void {
  for (const [name, value] of Object.entries(filters))
    if (value === "") parameters.delete(name);
    else parameters.set(name, String(value));
}

/** Both: of one member that both set the second counts, and tags are put together. */
export function joinFilters(first: Partial<Filters> = {}, second: Partial<Filters> = {}): Partial<Filters> {
  const tags = writeTags({ ...readTags(first.tags ?? ""), ...readTags(second.tags ?? "") });
  return { ...first, ...second, ...(tags !== "" && { tags }) };
}

export const isFiltered = (filters: Filters): boolean => Object.values(filters).some((value) => value !== "");

function costQuery(cost: string): Pick<DecisionsExportQuery, "usd_min" | "usd_max" | "priced"> {
  if (cost === "") return {};
  if (cost === "unknown") return { priced: false };
  const [from = "", to = ""] = cost.split("-");
  return { usd_min: Number(from), ...(to !== "" && { usd_max: Number(to) }) };
}

/** The filters as the service takes them. */
export function filterQuery(filters: Filters): DecisionsExportQuery {
  const texts = TEXTS.filter((name) => filters[name] !== "").map((name) => [name, filters[name]] as const);
  const choices = CHOICES.filter((name) => filters[name] !== "").map(
    (name) => [name, filters[name] === "true"] as const,
  );
  const role = filters.call_role as NonNullable<DecisionsExportQuery["call_role"]> | "";
  const feedback = filters.feedback as NonNullable<DecisionsExportQuery["feedback"]> | "";
  return {
    ...Object.fromEntries([...texts, ...choices]),
    ...costQuery(filters.cost),
    ...(feedback !== "" && { feedback }),
    ...(role !== "" && { call_role: role }),
  };
}

/** The query of the service for this view. */
export const queryOf = (filters: Filters, range: Range, nowMs: number): DecisionsExportQuery => ({
  ...filterQuery(filters),
  ...timesOf(range, nowMs),
});

/** Sort order. "Newest" is the default and is not in the URL. */
export const DECISION_SORTS = [
  { value: "", label: "Newest first" },
  { value: "usd", label: "Most expensive first" },
  { value: "seconds", label: "Slowest first" },
  { value: "success", label: "Least sure first" },
  { value: "decide_us", label: "Longest to decide first" },
] as const;

export type DecisionSort = (typeof DECISION_SORTS)[number]["value"];

export const readSort = (text: string | null): DecisionSort =>
  DECISION_SORTS.find(({ value }) => value === text)?.value ?? "";

/** Picks with a known price, whatever it is: what sums of dollars rest on. */
export const PRICED = { cost: "0-" } as const satisfies Partial<Filters>;

/** The address of the decisions behind a number. */
export function decisionsHref(range: Range, filters: Partial<Filters> = {}, sort: DecisionSort = ""): string {
  const parameters = new URLSearchParams();
  writeFilters(parameters, { ...NO_FILTERS, ...filters });
  writeRange(parameters, range);
  if (sort !== "") parameters.set("sort", sort);
  const text = parameters.toString();
  return text === "" ? "/decisions" : `/decisions?${text}`;
}
