import { useMemo } from "preact/hooks";
import { useLocation, useSearch } from "wouter-preact";

import { NO_FILTERS, readFilters, readSort, writeFilters } from "./explore.ts";
import type { DecisionSort, Filters } from "./explore.ts";
import { readGrouping } from "./grouping.ts";
import type { GroupedBy } from "./grouping.ts";
import { readRange, writeRange } from "./range.ts";
import type { Range, Span } from "./range.ts";

export interface Explore {
  readonly range: Range;
  readonly filters: Filters;
  /** The series that the span is compared with: "" for nothing, "before" for the span before, else a label. */
  readonly against: string;
  readonly by: GroupedBy;
  /** Whether the address names the grouping. */
  readonly isByChosen: boolean;
  /** The baseline that savings are measured against. */
  readonly baseline: string;
  /** Sort order of the list of decisions. */
  readonly sort: DecisionSort;
  readonly setSort: (sort: DecisionSort) => void;
  /** The other values that the page keeps in the address, by its name there; "" when absent. */
  readonly extra: (name: string) => string;
  readonly setExtra: (name: string, value: string) => void;
  readonly setBy: (by: GroupedBy) => void;
  readonly setBaseline: (baseline: string) => void;
  readonly setRange: (range: Range) => void;
  readonly setFilters: (filters: Partial<Filters>) => void;
  readonly setAgainst: (against: string) => void;
}

/** Reads the view from the address. Changes keep all other parameters. */
export function useExplore(fallback: Span | ""): Explore {
  const search = useSearch();
  const [path, navigate] = useLocation();
  /** A choice is a step that Back undoes; typing is not. */
  const change = (edit: (parameters: URLSearchParams) => void, isTyped = false): void => {
    const parameters = new URLSearchParams(search);
    edit(parameters);
    const text = parameters.toString();
    navigate(text === "" ? path : `${path}?${text}`, { replace: isTyped });
  };
  const put = (name: string, value: string): void =>
    change((parameters) => (value === "" ? parameters.delete(name) : parameters.set(name, value)));
  // One object per address, because those who debounce it compare by identity.
  const read = useMemo(() => {
    const parameters = new URLSearchParams(search);
    return {
      range: readRange(parameters, fallback),
      filters: readFilters(parameters),
      against: parameters.get("against") ?? "",
      by: readGrouping(parameters.get("by")),
      isByChosen: parameters.has("by"),
      sort: readSort(parameters.get("sort")),
      baseline: parameters.get("baseline") ?? "",
    };
  }, [search, fallback]);
  return {
    ...read,
    extra: (name) => new URLSearchParams(search).get(name) ?? "",
    setExtra: put,
    setRange: (range) => change((parameters) => writeRange(parameters, range)),
    setFilters: (filters) =>
      change(
        (parameters) => writeFilters(parameters, { ...NO_FILTERS, ...filters }),
        filters.q !== undefined && filters.q !== read.filters.q,
      ),
    setAgainst: (against) => put("against", against),
    setSort: (sort) => put("sort", sort),
    setBy: (by) => put("by", by),
    setBaseline: (baseline) => put("baseline", baseline),
  };
}
