import type { Model } from "@signalbox/sdk";
import type { ComponentChildren } from "preact";

import { SelectField } from "../../components/choice.tsx";
import { Field, NumberField, TextField } from "../../components/field.tsx";
import { faultOf } from "../../components/form-error.tsx";
import { NUMBER_MEMBERS, shippedNumber } from "./override-form.ts";
import type { OverrideFields } from "./override-form.ts";

interface Props {
  readonly fields: OverrideFields;
  readonly model: Model | undefined;
  readonly error: unknown;
  readonly onChange: (fields: OverrideFields) => void;
}

const TOOLS = [
  { value: "", label: "As known" },
  { value: "yes", label: "Yes" },
  { value: "no", label: "No" },
] as const;

export function OverrideFieldsView({ fields, model, error, onChange }: Props): ComponentChildren {
  return (
    <>
      <TextField
        label="Name"
        placeholder={model?.name ?? ""}
        value={fields.name}
        maxLength={200}
        error={faultOf(error, "name")}
        onChange={(name) => onChange({ ...fields, name })}
      />
      <div className="grid-fields">
        {NUMBER_MEMBERS.map(([member, label]) => (
          <NumberField
            key={member}
            label={label}
            min={0}
            placeholder={shippedNumber(model, member)}
            value={fields.numbers[member] ?? ""}
            error={faultOf(error, member)}
            onChange={(typed) => onChange({ ...fields, numbers: { ...fields.numbers, [member]: typed } })}
          />
        ))}
        <SelectField
          label="Calls tools"
          value={fields.tools}
          options={TOOLS}
          onChange={(tools) => onChange({ ...fields, tools })}
        />
      </div>
      <Field
        label="Benchmark scores"
        hint="One a line, 0 to 1: mmlu_pro 0.78. An ability is fitted from them."
        error={faultOf(error, "scores")}
      >
        {(input) => (
          <textarea
            {...input}
            value={fields.scores}
            onInput={(event) => onChange({ ...fields, scores: event.currentTarget.value })}
          />
        )}
      </Field>
    </>
  );
}
