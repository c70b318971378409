// Allow, deny and field rules. Each rule is a glob over label, provider or model, or a comparison with an attribute.
import type { CandidateMatch, CandidateRule, FieldRule, PreferencePolicy } from "@signalbox/sdk";
import type { ComponentChildren } from "preact";

import { Button } from "../../components/button.tsx";
import { Field, NumberField } from "../../components/field.tsx";
import { FormError, isUnmatched } from "../../components/form-error.tsx";
import { Panel } from "../../components/panel.tsx";
import { withMember } from "../../lib/values.ts";
import { MatchFields } from "./match-fields.tsx";
import { ruleWords, saysSomething, toNumber } from "./policy-edit.ts";
import type { JudgedRule, RuleWords } from "./policy-edit.ts";
import { RULE_FIELDS } from "./rule-fields.data.ts";
import { WhenFields, withWhen } from "./when-fields.tsx";

interface Props {
  readonly policy: PreferencePolicy;
  readonly error: unknown;
  /** Each rule as the dry run judged it. */
  readonly judged: readonly JudgedRule[];
  readonly onChange: (policy: PreferencePolicy) => void;
  /** Saving was tried with rows that are still empty: each of them says so. */
  readonly isBlankShown: boolean;
}

const BLANK_FAULT = "Fill this rule in, or remove it.";

const wordsUnder = (match: CandidateMatch, isBlankShown: boolean, words: RuleWords): RuleWords =>
  isBlankShown && !saysSomething(match) ? { error: BLANK_FAULT } : words;

const BLANK: CandidateMatch = { label: "" };
const BLANK_FIELD_RULE: FieldRule = { field: "software", prefer: BLANK, bonus: 0.05 };
const emptyToAbsent = <T,>(list: T[]): T[] | undefined => (list.length === 0 ? undefined : list);

export function RulesFields({ policy, error, judged, onChange, isBlankShown }: Props): ComponentChildren {
  const fieldRules = policy.field_rules ?? [];
  const setFieldRules = (rules: FieldRule[]): void =>
    onChange(withMember(policy, "field_rules", emptyToAbsent(rules)));
  return (
    <Panel title="Rules">
      <MatchList
        title="Only these candidates"
        wordsAt={(index) => ruleWords(`allow[${index}]`, judged, error)}
        hint="With none, every candidate of the request may be picked."
        matches={policy.allow ?? []}
        isBlankShown={isBlankShown}
        onChange={(allow) => onChange(withMember(policy, "allow", emptyToAbsent(allow)))}
      />
      <MatchList
        title="Never these"
        wordsAt={(index) => ruleWords(`deny[${index}]`, judged, error)}
        hint="Beats the list above."
        matches={policy.deny ?? []}
        isBlankShown={isBlankShown}
        onChange={(deny) => onChange(withMember(policy, "deny", emptyToAbsent(deny)))}
      />
      <fieldset className="stack">
        <legend className="field-label">For conversations of a field or a task, prefer</legend>
        {fieldRules.map((rule, index) => (
          <FieldRuleRow
            key={index}
            rule={rule}
            words={wordsUnder(
              rule.prefer,
              isBlankShown,
              ruleWords(`field_rules[${index}].prefer`, judged, error),
            )}
            onChange={(next) => setFieldRules(fieldRules.with(index, next))}
            onRemove={() => setFieldRules(fieldRules.toSpliced(index, 1))}
          />
        ))}
        <div className="row">
          <Button size="small" onClick={() => setFieldRules([...fieldRules, BLANK_FIELD_RULE])}>
            Add a field rule
          </Button>
          <span className="hint">A bonus of 0.05 makes up for 5 points less success.</span>
        </div>
      </fieldset>
      {isUnmatched(error) ? null : <FormError error={error} />}
    </Panel>
  );
}

interface MatchListProps {
  readonly title: string;
  readonly hint: string;
  readonly matches: readonly CandidateRule[];
  readonly isBlankShown: boolean;
  readonly wordsAt: (index: number) => RuleWords;
  readonly onChange: (matches: CandidateRule[]) => void;
}

function MatchList(props: MatchListProps): ComponentChildren {
  const { matches, onChange } = props;
  return (
    <fieldset className="stack">
      <legend className="field-label">{props.title}</legend>
      {matches.map((match, index) => (
        <div key={index} className="rule">
          <MatchFields
            match={match}
            words={wordsUnder(match, props.isBlankShown, props.wordsAt(index))}
            onChange={(next) => onChange(matches.with(index, next))}
          />
          <WhenFields
            when={match.when}
            onChange={(when) => onChange(matches.with(index, withWhen(match, when)))}
          />
          <Button
            kind="quiet"
            label={`Remove rule ${index + 1}`}
            onClick={() => onChange(matches.toSpliced(index, 1))}
          >
            ✕
          </Button>
        </div>
      ))}
      <div className="row">
        <Button size="small" onClick={() => onChange([...matches, BLANK])}>
          Add a rule
        </Button>
        <span className="hint">{props.hint}</span>
      </div>
    </fieldset>
  );
}

interface RuleFieldChoiceProps {
  readonly value: string;
  readonly onChange: (field: string) => void;
}

function RuleFieldChoice({ value, onChange }: RuleFieldChoiceProps): ComponentChildren {
  const isKnown = Object.values(RULE_FIELDS).some((names) => names.includes(value));
  return (
    <Field label="Field" isLabelHidden>
      {(input) => (
        <select {...input} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          {isKnown ? null : <option value={value}>{value}</option>}
          {Object.entries(RULE_FIELDS).map(([group, names]) => (
            <optgroup key={group} label={group}>
              {names.map((name) => (
                <option key={name} value={name}>
                  {name.replaceAll("_", " ")}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      )}
    </Field>
  );
}

interface FieldRuleProps {
  readonly rule: FieldRule;
  readonly words: RuleWords;
  readonly onChange: (rule: FieldRule) => void;
  readonly onRemove: () => void;
}

function FieldRuleRow({ rule, words, onChange, onRemove }: FieldRuleProps): ComponentChildren {
  return (
    <div className="rule rule-wide">
      <RuleFieldChoice value={rule.field} onChange={(field) => onChange({ ...rule, field })} />
      <MatchFields match={rule.prefer} words={words} onChange={(prefer) => onChange({ ...rule, prefer })} />
      <WhenFields when={rule.when} onChange={(when) => onChange(withWhen(rule, when))} />
      <NumberField
        label="Bonus"
        isLabelHidden
        min={0}
        max={1}
        step={0.01}
        value={String(rule.bonus)}
        onChange={(typed) => onChange({ ...rule, bonus: toNumber(typed) ?? 0 })}
      />
      <Button kind="quiet" label={`Remove the rule for ${rule.field}`} onClick={onRemove}>
        ✕
      </Button>
    </div>
  );
}
