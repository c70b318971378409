// Choices of one among few: a select, a segmented row of radios, a check box.
import { useId } from "preact/hooks";
import type { ComponentChildren } from "preact";

import { Field } from "./field.tsx";

interface Option<T extends string> {
  readonly value: T;
  readonly label: string;
}

interface Named {
  readonly id: string;
  readonly name: string;
}

/** Things by name, after the choice of none. What is chosen and no longer listed stays. */
export const namedOptions = (none: string, list: readonly Named[], chosen = ""): Option<string>[] => [
  { value: "", label: none },
  ...list.map(({ id, name }) => ({ value: id, label: name })),
  ...(chosen === "" || list.some(({ id }) => id === chosen) ? [] : [{ value: chosen, label: chosen }]),
];

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly Option<T>[];
  readonly onChange: (value: T) => void;
  readonly hint?: ComponentChildren;
  readonly isLabelHidden?: boolean;
}

export function SelectField<T extends string>(props: ChoiceProps<T>): ComponentChildren {
  return (
    <Field {...props}>
      {(input) => (
        <select
          {...input}
          value={props.value}
          onChange={(event) => props.onChange(event.currentTarget.value as T)}
        >
          {props.options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

export function Segmented<T extends string>(props: ChoiceProps<T>): ComponentChildren {
  const name = useId();
  return (
    <fieldset className="field">
      <legend className={props.isLabelHidden === true ? "visually-hidden" : "field-label"}>
        {props.label}
      </legend>
      <span className="segmented">
        {props.options.map((option) => (
          <label key={option.value}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === props.value}
              onChange={() => props.onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </span>
      {props.hint === undefined ? null : <p className="hint">{props.hint}</p>}
    </fieldset>
  );
}

interface CheckProps {
  readonly label: ComponentChildren;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
  readonly hint?: string;
}

export function Check(props: CheckProps): ComponentChildren {
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={props.isChecked}
        onChange={(event) => props.onChange(event.currentTarget.checked)}
      />
      <span>
        {props.label}
        {props.hint === undefined ? null : <span className="hint"> {props.hint}</span>}
      </span>
    </label>
  );
}
