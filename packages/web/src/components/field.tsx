// A labelled input with its hint and its fault, tied together for assistive technology.
import { useId } from "preact/hooks";
import type { ComponentChildren } from "preact";

interface Common {
  readonly label: string;
  readonly hint?: ComponentChildren;
  readonly error?: string | undefined;
  readonly isLabelHidden?: boolean;
}

interface FieldProps extends Common {
  readonly children: (input: {
    readonly id: string;
    readonly className: "input";
    readonly "aria-describedby": string | undefined;
    readonly "aria-invalid": boolean | undefined;
  }) => ComponentChildren;
}

export function Field(props: FieldProps): ComponentChildren {
  const id = useId();
  const hasHint = props.hint !== undefined;
  const hasError = props.error !== undefined;
  const described = [hasHint ? `${id}-hint` : "", hasError ? `${id}-error` : ""].filter(Boolean).join(" ");
  return (
    <div className="field">
      <label htmlFor={id} className={props.isLabelHidden === true ? "visually-hidden" : undefined}>
        {props.label}
      </label>
      {props.children({
        id,
        className: "input",
        "aria-describedby": described === "" ? undefined : described,
        "aria-invalid": hasError || undefined,
      })}
      {hasHint ? (
        <p className="hint" id={`${id}-hint`}>
          {props.hint}
        </p>
      ) : null}
      {hasError ? (
        <p className="field-error" id={`${id}-error`}>
          {props.error}
        </p>
      ) : null}
    </div>
  );
}

interface TextProps extends Common {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?: "text" | "email" | "password" | "search" | "date" | "datetime-local";
  readonly autoComplete?: string;
  readonly placeholder?: string;
  readonly isRequired?: boolean;
  readonly maxLength?: number;
  readonly minLength?: number;
  readonly list?: string;
}

export function TextField(props: TextProps): ComponentChildren {
  return (
    <Field {...props}>
      {(input) => (
        <input
          {...input}
          dir="auto"
          // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- the types know one stated kind, not one of several
          type={(props.type ?? "text") as "text"}
          value={props.value}
          autoComplete={props.autoComplete ?? "off"}
          placeholder={props.placeholder}
          required={props.isRequired}
          maxLength={props.maxLength}
          minLength={props.minLength}
          list={props.list}
          onInput={(event) => props.onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

interface NumberProps extends Common {
  /** Kept as typed; empty = not set. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly min?: number;
  readonly max?: number;
  readonly step?: number | "any";
  readonly placeholder?: string;
}

export function NumberField(props: NumberProps): ComponentChildren {
  return (
    <Field {...props}>
      {(input) => (
        <input
          {...input}
          type="number"
          inputMode="decimal"
          value={props.value}
          min={props.min}
          max={props.max}
          step={props.step ?? "any"}
          placeholder={props.placeholder}
          onInput={(event) => props.onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
