// The filters stand in the address, so that a view can be bookmarked and sent to somebody.
import type { DecisionsExportQuery, DecisionsQuery } from "@signalbox/sdk";
import { useMemo } from "react";
import { useLocation, useSearch } from "wouter";

export interface Filters {
  readonly q: string;
  readonly label: string;
  readonly field: string;
  readonly degraded: "" | "true" | "false";
  readonly preference_id: string;
  readonly from: string;
  readonly to: string;
}

const EMPTY: Filters = { q: "", label: "", field: "", degraded: "", preference_id: "", from: "", to: "" };

export function readFilters(search: string): Filters {
  const parameters = new URLSearchParams(search);
  const degraded = parameters.get("degraded");
  return {
    q: parameters.get("q") ?? "",
    label: parameters.get("label") ?? "",
    field: parameters.get("field") ?? "",
    degraded: degraded === "true" || degraded === "false" ? degraded : "",
    preference_id: parameters.get("preference_id") ?? "",
    from: parameters.get("from") ?? "",
    to: parameters.get("to") ?? "",
  };
}

/** Dates are days in the reader's own time zone; `to` includes its day. */
export function filterOf(filters: Filters): DecisionsExportQuery {
  const { q, label, field, degraded, preference_id, from, to } = filters;
  return {
    ...(q !== "" && { q }),
    ...(label !== "" && { label }),
    ...(field !== "" && { field }),
    ...(preference_id !== "" && { preference_id }),
    ...(degraded !== "" && { degraded: degraded === "true" }),
    ...(isDay(from) && { from: new Date(`${from}T00:00:00`).toISOString() }),
    ...(isDay(to) && { to: new Date(`${to}T23:59:59.999`).toISOString() }),
  };
}

export const queryOf = (filters: Filters): DecisionsQuery => ({ ...filterOf(filters), limit: 50 });

const isDay = (text: string): boolean => !Number.isNaN(Date.parse(`${text}T00:00:00`));

export function useFilters(): [Filters, (filters: Partial<Filters>) => void] {
  const search = useSearch();
  const [location, navigate] = useLocation();
  const set = (next: Partial<Filters>): void => {
    const parameters = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...EMPTY, ...next }))
      if (value !== "") parameters.set(name, value);
    const text = parameters.toString();
    navigate(text === "" ? location : `${location}?${text}`, { replace: true });
  };
  // One object per address: whoever debounces it compares by identity.
  return [useMemo(() => readFilters(search), [search]), set];
}
