import type { ReactNode } from "react";

import { SelectField } from "../../components/choice.tsx";
import { TextField } from "../../components/field.tsx";
import type { Filters } from "./filters.ts";

interface Props {
  readonly filters: Filters;
  readonly onChange: (filters: Filters) => void;
}

const DEGRADED = [
  { value: "", label: "All" },
  { value: "true", label: "Degraded only" },
  { value: "false", label: "Normal only" },
] as const;

export function DecisionFilters({ filters, onChange }: Props): ReactNode {
  const set = (part: Partial<Filters>): void => onChange({ ...filters, ...part });
  return (
    <search className="filters">
      <TextField
        label="Search"
        type="search"
        placeholder="label or session id"
        maxLength={200}
        value={filters.q}
        onChange={(q) => set({ q })}
      />
      <TextField
        label="Picked"
        placeholder="openai/gpt-4o"
        value={filters.label}
        onChange={(label) => set({ label })}
      />
      <TextField
        label="Field"
        placeholder="code"
        value={filters.field}
        onChange={(field) => set({ field })}
      />
      <SelectField
        label="State"
        value={filters.degraded}
        options={DEGRADED}
        onChange={(degraded) => set({ degraded })}
      />
      <TextField label="From" type="date" value={filters.from} onChange={(from) => set({ from })} />
      <TextField label="To" type="date" value={filters.to} onChange={(to) => set({ to })} />
    </search>
  );
}
