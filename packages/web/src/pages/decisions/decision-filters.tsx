import type { ReactNode } from "react";

import { Button } from "../../components/button.tsx";
import { SelectField } from "../../components/choice.tsx";
import { TextField } from "../../components/field.tsx";
import { RangeControl } from "../../components/range-control.tsx";
import type { Filters } from "../../lib/explore.ts";
import { words } from "../../lib/format.ts";
import type { Range } from "../../lib/range.ts";
import type { KnownNames } from "./use-known-names.ts";

interface Props {
  readonly filters: Filters;
  readonly onChange: (filters: Partial<Filters>) => void;
  readonly range: Range;
  readonly onRange: (range: Range) => void;
  readonly known: KnownNames;
}

const STATES = [
  { value: "", label: "All" },
  { value: "degraded", label: "Degraded" },
  { value: "explored", label: "Explored" },
  { value: "rejected", label: "With rejected candidates" },
  { value: "normal", label: "Not degraded" },
] as const;

type State = (typeof STATES)[number]["value"];

function stateOf({ degraded, explored, rejected }: Filters): State {
  if (degraded !== "") return degraded === "true" ? "degraded" : "normal";
  if (explored === "true") return "explored";
  return rejected === "true" ? "rejected" : "";
}

const membersOf = (state: State): Pick<Filters, "degraded" | "explored" | "rejected"> => ({
  degraded: state === "degraded" ? "true" : state === "normal" ? "false" : "",
  explored: state === "explored" ? "true" : "",
  rejected: state === "rejected" ? "true" : "",
});

interface Named {
  readonly id: string;
  readonly name: string;
}

const ANY = { value: "", label: "Any" } as const;

/** What is filtered by stays in the list, even when it is not known any more. */
function optionsOf(known: readonly Named[], chosen: string) {
  const rest = chosen === "" || known.some(({ id }) => id === chosen) ? [] : [{ id: chosen, name: chosen }];
  return [ANY, ...[...known, ...rest].map(({ id, name }) => ({ value: id, label: name }))];
}

const named = (names: readonly string[]): Named[] => names.map((name) => ({ id: name, name: words(name) }));

export function DecisionFilters(props: Props): ReactNode {
  const { filters, onChange } = props;
  const set = (part: Partial<Filters>): void => onChange({ ...filters, ...part });
  const { keys, preferences } = props.known;
  const labels = props.known.labels.map((label) => ({ id: label, name: label }));
  return (
    <search className="filters">
      <TextField
        label="Search"
        type="search"
        placeholder="part of a label, start of an id"
        maxLength={200}
        value={filters.q}
        onChange={(q) => set({ q })}
      />
      <SelectField
        label="Picked"
        value={filters.label}
        options={optionsOf(labels, filters.label)}
        onChange={(label) => set({ label })}
      />
      <SelectField
        label="Field"
        value={filters.field}
        options={optionsOf(named(props.known.fields), filters.field)}
        onChange={(field) => set({ field })}
      />
      <SelectField
        label="Preference"
        value={filters.preference_id}
        options={optionsOf(preferences, filters.preference_id)}
        onChange={(id) => set({ preference_id: id })}
      />
      <SelectField
        label="Key"
        value={filters.key_id}
        options={optionsOf(keys, filters.key_id)}
        onChange={(id) => set({ key_id: id })}
      />
      <SelectField
        label="State"
        value={stateOf(filters)}
        options={STATES}
        onChange={(state) => set(membersOf(state))}
      />
      {filters.language === "" ? null : (
        <Button size="small" onClick={() => set({ language: "" })}>
          Language: {filters.language} ✕
        </Button>
      )}
      <RangeControl range={props.range} onChange={props.onRange} hasAll />
    </search>
  );
}
