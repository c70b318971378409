import type { CandidateMatch } from "@signalbox/sdk";
import type { ReactNode } from "react";

import { SelectField } from "../../components/choice.tsx";
import { TextField } from "../../components/field.tsx";
import { MATCH_MEMBERS, memberText, statedMembers, withMemberRenamed, withMemberText } from "./match-edit.ts";
import type { MatchMember } from "./match-edit.ts";

const LABELS: Readonly<Record<MatchMember, string>> = {
  label: "Label",
  provider: "Provider",
  model: "Model",
  attribute: "Attribute",
};

const PLACEHOLDERS: Readonly<Record<MatchMember, string>> = {
  label: "openai/gpt-4o*",
  provider: "anthropic",
  model: "*mini*",
  attribute: "region eq eu",
};

interface Props {
  readonly match: CandidateMatch;
  readonly onChange: (match: CandidateMatch) => void;
  readonly error?: string | undefined;
}

/** One line for each member that the match states; all of them must fit. */
export function MatchFields({ match, onChange, error }: Props): ReactNode {
  const stated = statedMembers(match);
  return (
    <div className="matches">
      {stated.map((member) => (
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
            error={error}
            onChange={(text) => onChange(withMemberText(match, member, text))}
          />
        </div>
      ))}
    </div>
  );
}
