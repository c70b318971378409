// Which decisions a draft is tried on: the few filters that name traffic, over any span that is kept.
import type { ComponentChildren } from "preact";

import { FilterChips } from "../../components/filter-chips.tsx";
import { namedOptions, SelectField } from "../../components/choice.tsx";
import { RangeControl } from "../../components/range-control.tsx";
import { NO_FILTERS } from "../../lib/explore.ts";
import type { Filters } from "../../lib/explore.ts";
import { words } from "../../lib/format.ts";
import type { Range } from "../../lib/range.ts";
import { readTags, withTag } from "../../lib/tags.ts";
import { useKnownNames } from "../../api/queries/known-names.ts";

export interface Scope {
  readonly filters: Filters;
  readonly range: Range;
}

export const ALL_TRAFFIC: Scope = { filters: NO_FILTERS, range: { span: "", from: "", to: "" } };

interface Props {
  readonly scope: Scope;
  readonly onChange: (scope: Scope) => void;
}

export function TryScope({ scope, onChange }: Props): ComponentChildren {
  const { filters, range } = scope;
  const known = useKnownNames(range);
  const lists = [
    ["Preference", "preference_id", known.preferences],
    ["Key", "key_id", known.keys],
    ["Field", "field", known.fields.map((name) => ({ id: name, name: words(name) }))],
    ["Picked", "label", known.labels.map((name) => ({ id: name, name }))],
  ] as const;
  const tagged = readTags(filters.tags);
  return (
    <div className="stack">
      <div className="grid-fields">
        {lists.map(([label, name, options]) => (
          <SelectField
            key={name}
            label={label}
            value={filters[name]}
            options={namedOptions("Any", options, filters[name])}
            onChange={(value) => onChange({ range, filters: { ...filters, [name]: value } })}
          />
        ))}
        {known.tags.map(({ name, values }) => (
          <SelectField
            key={`tag ${name}`}
            label={`Tag ${name}`}
            value={tagged[name] ?? ""}
            options={namedOptions(
              "Any",
              values.map(({ value }) => ({ id: value, name: value })),
              tagged[name] ?? "",
            )}
            onChange={(value) =>
              onChange({ range, filters: { ...filters, tags: withTag(filters.tags, name, value) } })
            }
          />
        ))}
      </div>
      <FilterChips
        filters={filters}
        names={known}
        onChange={(next) => onChange({ range, filters: { ...NO_FILTERS, ...next } })}
      />
      <RangeControl range={range} hasAll onChange={(next) => onChange({ filters, range: next })} />
    </div>
  );
}
