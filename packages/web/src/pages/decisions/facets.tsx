// The facets by which decisions can be chosen, each with how many there are of every value under the other filters that are set.
import type { ComponentChildren } from "preact";

import { useGroups } from "../../api/queries/overview.ts";
import type { KnownNames } from "../../api/queries/known-names.ts";
import { SelectField } from "../../components/choice.tsx";
import type { Filters } from "../../lib/explore.ts";
import { compact } from "../../lib/format.ts";
import { GROUPINGS, groupFilter, groupName } from "../../lib/grouping.ts";
import type { GroupedBy } from "../../lib/grouping.ts";
import type { Range } from "../../lib/range.ts";
import { readTags, withTag } from "../../lib/tags.ts";

interface Props {
  readonly filters: Filters;
  readonly range: Range;
  readonly onChange: (filters: Filters) => void;
  readonly known: KnownNames;
}

/** A value that can be chosen, in the words of the page. */
interface Choice {
  readonly value: string;
  readonly name: string;
  readonly decisions: number | undefined;
}

interface FacetProps {
  readonly title: string;
  readonly chosen: string;
  readonly choices: readonly Choice[];
  readonly onChoose: (value: string) => void;
}

/** Shown with their counts; the others are in the list. */
const SHOWN_MAX = 5;

const MEMBERS = {
  label: "label",
  operation: "operation",
  field: "field",
  language: "language",
  preference: "preference_id",
  key: "key_id",
  feedback: "feedback",
  cost: "cost",
} as const satisfies Partial<Record<GroupedBy, keyof Filters>>;
type Own = keyof typeof MEMBERS;
const OWN = Object.keys(MEMBERS) as Own[];

const TITLES: Partial<Readonly<Record<Own, string>>> = { label: "Picked" };
const titleOf = (by: Own): string => TITLES[by] ?? GROUPINGS.find(({ value }) => value === by)?.label ?? by;

export function Facets(props: Props): ComponentChildren {
  return (
    <div className="facets">
      {OWN.map((by) => (
        <OwnFacet key={by} by={by} {...props} />
      ))}
      {props.known.tags.map(({ name }) => (
        <TagFacet key={name} name={name} {...props} />
      ))}
    </div>
  );
}

/** The chosen value stays in the list, even when the span knows it no more. */
const withChosen = (choices: readonly Choice[], chosen: string, name: string): readonly Choice[] =>
  chosen === "" || choices.some(({ value }) => value === chosen)
    ? choices
    : [...choices, { value: chosen, name, decisions: undefined }];

function OwnFacet({ by, filters, range, onChange, known }: Props & { readonly by: Own }): ComponentChildren {
  const member = MEMBERS[by];
  const chosen = filters[member];
  const { data } = useGroups(range, by, {
    ...filters,
    [member]: "",
    ...(by === "preference" && { preference_version: "" }),
  });
  const choices = (data?.groups ?? []).flatMap(({ value, decisions }): Choice[] => {
    const filter = groupFilter(by, value)?.[member];
    return filter === undefined ? [] : [{ value: filter, name: groupName(by, value, known), decisions }];
  });
  const any = { value: "any", name: "any feedback", decisions: undefined };
  const named = groupName(by, chosen === "none" ? "" : chosen, known);
  return (
    <Facet
      title={titleOf(by)}
      chosen={chosen}
      choices={withChosen(by === "feedback" ? [...choices, any] : choices, chosen, named)}
      onChoose={(value) =>
        onChange({ ...filters, [member]: value, ...(by === "preference" && { preference_version: "" }) })
      }
    />
  );
}

function TagFacet({ name, filters, range, onChange }: Props & { readonly name: string }): ComponentChildren {
  const chosen = readTags(filters.tags)[name] ?? "";
  const { data } = useGroups(range, `tag:${name}`, { ...filters, tags: withTag(filters.tags, name, "") });
  const choices = (data?.groups ?? []).map(({ value, decisions }) => ({ value, name: value, decisions }));
  return (
    <Facet
      title={`Tag ${name}`}
      chosen={chosen}
      choices={withChosen(choices, chosen, chosen)}
      onChoose={(value) => onChange({ ...filters, tags: withTag(filters.tags, name, value) })}
    />
  );
}

const worded = ({ name, decisions }: Choice): string =>
  decisions === undefined ? name : `${name} (${compact(decisions)})`;

function Facet({ title, chosen, choices, onChoose }: FacetProps): ComponentChildren {
  const most = Math.max(1, ...choices.map(({ decisions }) => decisions ?? 0));
  return (
    <div className="facet">
      <SelectField
        label={title}
        value={chosen}
        options={[
          { value: "", label: "Any" },
          ...choices.map((choice) => ({ value: choice.value, label: worded(choice) })),
        ]}
        onChange={onChoose}
      />
      <ul>
        {choices.slice(0, SHOWN_MAX).map(({ value, name, decisions }) => (
          <li key={value}>
            <button
              type="button"
              aria-pressed={value === chosen}
              title={name}
              onClick={() => onChoose(value === chosen ? "" : value)}
            >
              <span className="facet-name" dir="auto">
                {name}
              </span>
              <span className="facet-count">{decisions === undefined ? "" : compact(decisions)}</span>
              <span
                className="facet-bar"
                style={{ inlineSize: `${(100 * (decisions ?? 0)) / most}%` }}
                aria-hidden="true"
              />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
