import type { CandidateMatch } from "@signalbox/sdk";
import type { ReactNode } from "react";

import { SelectField } from "../../components/choice.tsx";
import { TextField } from "../../components/field.tsx";
import { formatAttribute, parseAttribute } from "./attribute-text.ts";

type By = "label" | "provider" | "model" | "attribute";

const BYS: readonly { readonly value: By; readonly label: string }[] = [
  { value: "label", label: "Label" },
  { value: "provider", label: "Provider" },
  { value: "model", label: "Model" },
  { value: "attribute", label: "Attribute" },
];

const PLACEHOLDERS: Readonly<Record<By, string>> = {
  label: "openai/gpt-4o*",
  provider: "anthropic",
  model: "*mini*",
  attribute: "region eq eu",
};

function byOf(match: CandidateMatch): By {
  if (match.attribute !== undefined) return "attribute";
  if (match.provider !== undefined) return "provider";
  return match.model === undefined ? "label" : "model";
}

const textOf = (match: CandidateMatch): string =>
  match.attribute === undefined
    ? (match.label ?? match.provider ?? match.model ?? "")
    : formatAttribute(match.attribute);

function matchOf(by: By, text: string): CandidateMatch {
  return by === "attribute" ? { attribute: parseAttribute(text) } : { [by]: text };
}

interface Props {
  readonly match: CandidateMatch;
  readonly onChange: (match: CandidateMatch) => void;
}

export function MatchFields({ match, onChange }: Props): ReactNode {
  const by = byOf(match);
  return (
    <>
      <SelectField
        label="Matched by"
        isLabelHidden
        value={by}
        options={BYS}
        onChange={(next) =>
          onChange(matchOf(next, next === "attribute" || by === "attribute" ? "" : textOf(match)))
        }
      />
      <TextField
        label={by === "attribute" ? "Attribute, comparison and value" : `Glob over the ${by}`}
        isLabelHidden
        placeholder={PLACEHOLDERS[by]}
        value={textOf(match)}
        maxLength={256}
        onChange={(text) => onChange(matchOf(by, text))}
      />
    </>
  );
}
