import type { ReactNode } from "react";

import { Button } from "../../components/button.tsx";
import { SelectField } from "../../components/choice.tsx";
import { TextField } from "../../components/field.tsx";
import type { Filters } from "../../lib/explore.ts";
import { words } from "../../lib/format.ts";
import { CALL_ROLES, COSTS, costWords, feedbackName, roleWords } from "../../lib/grouping.ts";
import type { KnownNames } from "../../api/queries/known-names.ts";

interface Props {
  readonly filters: Filters;
  readonly onChange: (filters: Partial<Filters>) => void;
  readonly known: KnownNames;
  /** The span, where it stands among the filters. */
  readonly children?: ReactNode;
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

const NONE = { id: "none", name: "None" } as const;

/** What is filtered by stays in the list, even when it is not known any more. */
function optionsOf(known: readonly Named[], chosen: string) {
  const rest = chosen === "" || known.some(({ id }) => id === chosen) ? [] : [{ id: chosen, name: chosen }];
  return [ANY, ...[...known, ...rest].map(({ id, name }) => ({ value: id, label: name }))];
}

/** Kinds with their names; what the address names beside them stays in the list. */
const kinds = (known: readonly string[], chosen: string, nameOf: (kind: string) => string) => [
  ANY,
  ...[...known, ...(chosen === "" || known.includes(chosen) ? [] : [chosen])].map((value) => ({
    value,
    label: nameOf(value),
  })),
];

const FEEDBACK = ["any", "good", "bad", "none"] as const;

const named = (names: readonly string[]): Named[] => names.map((name) => ({ id: name, name: words(name) }));

/** The lists to choose from, in the order in which they stand on the page. */
function listsOf({ filters, known }: Props) {
  const labels = known.labels.map((label) => ({ id: label, name: label }));
  const { keys, preferences } = known;
  return [
    ["Picked", "label", optionsOf(labels, filters.label)],
    ["Field", "field", optionsOf(named(known.fields), filters.field)],
    ["Preference", "preference_id", optionsOf([NONE, ...preferences], filters.preference_id)],
    ["Key", "key_id", optionsOf([{ ...NONE, name: "Dashboard" }, ...keys], filters.key_id)],
    ["Agent's role", "call_role", kinds(CALL_ROLES, filters.call_role, roleWords)],
    ["Feedback", "feedback", kinds(FEEDBACK, filters.feedback, feedbackName)],
    ["Cost", "cost", kinds(COSTS, filters.cost, costWords)],
  ] as const;
}

export function DecisionFilters(props: Props): ReactNode {
  const { filters, onChange } = props;
  const set = (part: Partial<Filters>): void => onChange({ ...filters, ...part });
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
      {listsOf(props).map(([label, name, options]) => (
        <SelectField
          key={name}
          label={label}
          value={filters[name]}
          options={options}
          onChange={(value) => set({ [name]: value })}
        />
      ))}
      <SelectField
        label="State"
        value={stateOf(filters)}
        options={STATES}
        onChange={(state) => set(membersOf(state))}
      />
      {(["language", "operation"] as const).map((name) =>
        filters[name] === "" ? null : (
          <Button key={name} size="small" onClick={() => set({ [name]: "" })}>
            {name === "operation" ? "Task" : "Language"}: {words(filters[name])} ✕
          </Button>
        ),
      )}
      {props.children}
    </search>
  );
}
