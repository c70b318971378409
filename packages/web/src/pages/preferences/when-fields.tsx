// For which requests a rule holds: those with a tag, or all of them.
import type { CandidateRule } from "@signalbox/sdk";
import { useId } from "preact/hooks";
import type { ComponentChildren } from "preact";

import { useTags } from "../../api/queries/overview.ts";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";

type When = NonNullable<CandidateRule["when"]>;

/** The same rule under another condition, or under none. */
export function withWhen<R extends { readonly when?: When }>(rule: R, when: When | undefined): R {
  const { when: _before, ...rest } = rule;
  return { ...(rest as R), ...(when !== undefined && { when }) };
}

interface Props {
  readonly when: When | undefined;
  readonly onChange: (when: When | undefined) => void;
}

interface Pair {
  readonly name: string;
  readonly value: string;
}

const toPairs = ({ tags }: When): readonly Pair[] =>
  Object.entries(tags).map(([name, value]) => ({ name, value }));
const toWhen = (pairs: readonly Pair[]): When | undefined =>
  pairs.length === 0
    ? undefined
    : { tags: Object.fromEntries(pairs.map(({ name, value }) => [name, value])) };

export function WhenFields({ when, onChange }: Props): ComponentChildren {
  const known = useTags();
  const pairs = when === undefined ? [] : toPairs(when);
  const set = (index: number, pair: Pair): void => onChange(toWhen(pairs.with(index, pair)));
  if (pairs.length === 0)
    return (
      <div className="when">
        <Button
          size="small"
          kind="quiet"
          onClick={() =>
            onChange({ tags: { [known[0]?.name ?? "region"]: known[0]?.values[0]?.value ?? "eu" } })
          }
        >
          Only when…
        </Button>
      </div>
    );
  return (
    <div className="when">
      {pairs.map((pair, index) => (
        <div key={index} className="row">
          <span className="hint">when</span>
          <Suggested
            label="Tag"
            value={pair.name}
            known={known.map(({ name }) => name)}
            onChange={(name) => set(index, { ...pair, name })}
          />
          <span className="hint">is</span>
          <Suggested
            label={`Value of ${pair.name}`}
            value={pair.value}
            known={known.find(({ name }) => name === pair.name)?.values.map(({ value }) => value) ?? []}
            onChange={(value) => set(index, { ...pair, value })}
          />
          <Button
            size="small"
            kind="quiet"
            label={`Remove the condition on ${pair.name}`}
            onClick={() => onChange(toWhen(pairs.toSpliced(index, 1)))}
          >
            ✕
          </Button>
        </div>
      ))}
    </div>
  );
}

interface SuggestedProps {
  readonly label: string;
  readonly value: string;
  readonly known: readonly string[];
  readonly onChange: (value: string) => void;
}

/** Free text with what is in use as suggestions: a rule may come before its first request. */
function Suggested({ label, value, known, onChange }: SuggestedProps): ComponentChildren {
  const id = useId();
  return (
    <Field label={label} isLabelHidden>
      {(input) => (
        <>
          <input
            {...input}
            list={id}
            value={value}
            maxLength={128}
            dir="auto"
            onInput={(event) => onChange(event.currentTarget.value)}
          />
          <datalist id={id}>
            {known.map((one) => (
              <option key={one} value={one} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}
