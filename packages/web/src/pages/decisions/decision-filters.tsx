import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";

import { Button } from "../../components/button.tsx";
import { SelectField } from "../../components/choice.tsx";
import { TextField } from "../../components/field.tsx";
import type { Filters } from "../../lib/explore.ts";
import { CALL_ROLES, roleWords } from "../../lib/grouping.ts";
import type { Range } from "../../lib/range.ts";
import type { KnownNames } from "../../api/queries/known-names.ts";
import { Facets } from "./facets.tsx";
import { chipsOf, FilterChips } from "../../components/filter-chips.tsx";
import { SAY } from "../../lib/phrases.ts";

interface Props {
  readonly filters: Filters;
  readonly range: Range;
  readonly onChange: (filters: Partial<Filters>) => void;
  readonly known: KnownNames;
  /** Open from the start, where the filters are what was asked for. */
  readonly isOpen?: boolean;
  /** Other choices in the same row: the order, the span. */
  readonly children?: ComponentChildren;
}

const STATES = [
  { value: "", label: "Any" },
  { value: "refused", label: "Refused" },
  { value: "degraded", label: "Degraded" },
  { value: "explored", label: "Explored" },
  { value: "rejected", label: SAY.withRejected },
  { value: "normal", label: "Not degraded" },
] as const;

type State = (typeof STATES)[number]["value"];

function stateOf({ refused, degraded, explored, rejected }: Filters): State {
  if (refused === "true") return "refused";
  if (degraded !== "") return degraded === "true" ? "degraded" : "normal";
  if (explored === "true") return "explored";
  return rejected === "true" ? "rejected" : "";
}

const membersOf = (state: State): Pick<Filters, "refused" | "degraded" | "explored" | "rejected"> => ({
  refused: state === "refused" ? "true" : "",
  degraded: state === "degraded" ? "true" : state === "normal" ? "false" : "",
  explored: state === "explored" ? "true" : "",
  rejected: state === "rejected" ? "true" : "",
});

/** A search, what is filtered by, and behind one button everything that can be. */
export function DecisionFilters(props: Props): ComponentChildren {
  const { filters, range, onChange, known } = props;
  const [isOpen, setIsOpen] = useState(props.isOpen === true);
  const set = (part: Partial<Filters>): void => onChange({ ...filters, ...part });
  const chosen = chipsOf({ ...filters, q: "" }, known).length;
  return (
    <search>
      <div className="filters">
        <TextField
          label="Search"
          type="search"
          placeholder="words, a label, start of an id"
          maxLength={200}
          value={filters.q}
          onChange={(q) => set({ q })}
        />
        <Button isExpanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {chosen === 0 ? "Filters" : `Filters, ${chosen} set`}
        </Button>
        {props.children}
      </div>
      <FilterChips filters={filters} names={known} onChange={onChange} />
      {isOpen ? (
        <div className="facet-panel">
          <Facets filters={filters} range={range} known={known} onChange={onChange} />
          <div className="facets">
            <SelectField
              label="Agent's role"
              value={filters.call_role}
              options={[
                { value: "", label: "Any" },
                ...CALL_ROLES.map((role) => ({ value: role, label: roleWords(role) })),
              ]}
              onChange={(role) => set({ call_role: role })}
            />
            <SelectField
              label="State"
              value={stateOf(filters)}
              options={STATES}
              onChange={(state) => set(membersOf(state))}
            />
          </div>
        </div>
      ) : null}
    </search>
  );
}
