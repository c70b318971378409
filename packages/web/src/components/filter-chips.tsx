// The filters in use, as chips that take one filter away each.
import type { ComponentChildren } from "preact";

import { Button } from "./button.tsx";
import { NO_FILTERS } from "../lib/explore.ts";
import type { Filters } from "../lib/explore.ts";
import { words } from "../lib/format.ts";
import { costWords, feedbackName, groupName, roleWords } from "../lib/grouping.ts";
import type { GroupNames } from "../lib/grouping.ts";
import { readTags, withTag } from "../lib/tags.ts";
import { SAY } from "../lib/phrases.ts";

interface Chip {
  readonly text: string;
  readonly without: Partial<Filters>;
}

const STATES: Readonly<Record<string, string>> = {
  "refused true": "Refused",
  "refused false": "Not refused",
  "degraded true": "Degraded",
  "degraded false": "Not degraded",
  "explored true": "Explored",
  "explored false": "Not explored",
  "rejected true": SAY.withRejected,
  "rejected false": "Without rejected candidates",
};

const LEADS: Partial<Readonly<Record<keyof Filters, string>>> = {
  q: "Search",
  label: "Picked",
  field: "Field",
  language: "Language",
  operation: "Task",
  call_role: "Role",
  cost: "Cost",
  feedback: "Feedback",
  preference_id: "Preference",
  key_id: "Key",
  chain_id: "Session",
};

function valueWords(name: keyof Filters, value: string, names: GroupNames): string {
  const id = value === "none" ? "" : value;
  if (name === "preference_id") return groupName("preference", id, names);
  if (name === "key_id") return groupName("key", id, names);
  if (name === "cost") return costWords(value);
  if (name === "feedback") return feedbackName(value);
  if (name === "call_role") return roleWords(value);
  return name === "q" || name === "label" || name === "chain_id" ? value : words(value);
}

function chipOf(name: keyof Filters, filters: Filters, names: GroupNames): Chip | undefined {
  const value = filters[name];
  if (value === "" || name === "tags" || name === "preference_version") return undefined;
  const state = STATES[`${name} ${value}`];
  if (state !== undefined) return { text: state, without: { [name]: "" } };
  const version = name === "preference_id" ? filters.preference_version : "";
  const more = version === "" ? "" : `, version ${version}`;
  const without = { [name]: "", ...(name === "preference_id" && { preference_version: "" }) };
  return { text: `${LEADS[name] ?? name}: ${valueWords(name, value, names)}${more}`, without };
}

export function chipsOf(filters: Filters, names: GroupNames): readonly Chip[] {
  const own = (Object.keys(NO_FILTERS) as (keyof Filters)[]).flatMap(
    (name) => chipOf(name, filters, names) ?? [],
  );
  const tags = Object.entries(readTags(filters.tags)).map(([name, value]) => ({
    text: `${name}: ${value}`,
    without: { tags: withTag(filters.tags, name, "") },
  }));
  return [...own, ...tags];
}

interface Props {
  readonly filters: Filters;
  readonly names: GroupNames;
  readonly onChange: (filters: Partial<Filters>) => void;
}

/** Nothing where nothing is filtered by. */
export function FilterChips({ filters, names, onChange }: Props): ComponentChildren {
  const chips = chipsOf(filters, names);
  if (chips.length === 0) return null;
  return (
    <ul className="filter-chips" aria-label="Filters in force">
      {chips.map(({ text, without }) => (
        <li key={text}>
          <Button size="small" title={text} onClick={() => onChange({ ...filters, ...without })}>
            <span className="visually-hidden">Remove </span>
            <span className="filter-chip" dir="auto">
              {text}
            </span>{" "}
            <span aria-hidden="true">✕</span>
          </Button>
        </li>
      ))}
      {chips.length < 2 ? null : (
        <li>
          <Button size="small" kind="quiet" onClick={() => onChange(NO_FILTERS)}>
            Clear all
          </Button>
        </li>
      )}
    </ul>
  );
}
