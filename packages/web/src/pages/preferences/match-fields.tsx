import type { CandidateMatch } from "@signalbox/sdk";
import type { ComponentChildren } from "preact";
import { formatAttribute, parseAttribute } from "../../lib/policy-words.ts";
import { SelectField } from "../../components/choice.tsx";
import { TextField } from "../../components/field.tsx";
import type { RuleWords } from "./policy-edit.ts";

// Editing one match of a rule. A match may state several members, and every one must fit; members that the form does not
// know, because a newer service or another program wrote them, stay as they are.
export const MATCH_MEMBERS = ["label", "provider", "model", "attribute"] as const;

type MatchMember = (typeof MATCH_MEMBERS)[number];

/** The members that the form shows: those that are stated, else an empty label to type into. */
export function statedMembers(match: CandidateMatch): readonly MatchMember[] {
  const stated = MATCH_MEMBERS.filter((member) => match[member] !== undefined);
  return stated.length === 0 ? ["label"] : stated;
}

export function memberText(match: CandidateMatch, member: MatchMember): string {
  if (member !== "attribute") return match[member] ?? "";
  return match.attribute === undefined ? "" : formatAttribute(match.attribute);
}

export function withMemberText(match: CandidateMatch, member: MatchMember, text: string): CandidateMatch {
  if (member !== "attribute") return { ...match, [member]: text };
  return { ...match, attribute: { ...match.attribute, ...parseAttribute(text) } };
}

/** States `to` in place of `from`. A glob is carried over; to and from an attribute there is nothing to carry. */
export function withMemberRenamed(match: CandidateMatch, from: MatchMember, to: MatchMember): CandidateMatch {
  const { [from]: _dropped, ...rest } = match;
  const isCarried = from !== "attribute" && to !== "attribute";
  return withMemberText(rest, to, isCarried ? memberText(match, from) : "");
}

const LABELS: Readonly<Record<MatchMember, string>> = {
  label: "Label",
  provider: "Provider",
  model: "Model",
  attribute: "Attribute",
};

const PLACEHOLDERS: Readonly<Record<MatchMember, string>> = {
  label: "openai/gpt-6.2-sol*",
  provider: "anthropic",
  model: "*mini*",
  attribute: "region eq eu",
};

interface Props {
  readonly match: CandidateMatch;
  readonly onChange: (match: CandidateMatch) => void;
  readonly words: RuleWords;
}

/** One line for each member that the match states; all of them must fit. */
export function MatchFields({ match, onChange, words }: Props): ComponentChildren {
  const stated = statedMembers(match);
  return (
    <div className="matches">
      {stated.map((member, index) => (
        <div key={member} className="match">
          <SelectField
            label="Matched by"
            isLabelHidden
            value={member}
            options={MATCH_MEMBERS.filter((other) => other === member || !stated.includes(other)).map(
              (value) => ({ value, label: LABELS[value] }),
            )}
            onChange={(next) => onChange(withMemberRenamed(match, member, next))}
          />
          <TextField
            label={member === "attribute" ? "Attribute, comparison and value" : `Glob over the ${member}`}
            isLabelHidden
            placeholder={PLACEHOLDERS[member]}
            value={memberText(match, member)}
            maxLength={256}
            {...(index === stated.length - 1 && words)}
            onChange={(text) => onChange(withMemberText(match, member, text))}
          />
        </div>
      ))}
    </div>
  );
}
