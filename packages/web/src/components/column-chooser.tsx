// Which columns of a list are shown, kept in this browser.
import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";

import { Check } from "./choice.tsx";

interface Columns {
  readonly hidden: readonly string[];
  readonly onHide: (hidden: readonly string[]) => void;
}

const keyOf = (list: string): string => `signalbox.columns.${list}`;

/** Reads the stored choice. A value that another release or a person left there is passed over. */
function readHidden(text: string | null, fallback: readonly string[]): readonly string[] {
  try {
    const parsed: unknown = JSON.parse(text ?? "");
    return Array.isArray(parsed) && parsed.every((name) => typeof name === "string") ? parsed : fallback;
  } catch {
    return fallback;
  }
}

export function useColumns(list: string, fallback: readonly string[]): Columns {
  const [hidden, setHidden] = useState(() => readHidden(localStorage.getItem(keyOf(list)), fallback));
  return {
    hidden,
    onHide: (next) => {
      localStorage.setItem(keyOf(list), JSON.stringify(next));
      setHidden(next);
    },
  };
}

interface Props extends Columns {
  readonly names: readonly string[];
}

export function ColumnChooser({ names, hidden, onHide }: Props): ComponentChildren {
  return (
    <details className="columns">
      <summary className="button">Columns</summary>
      <div className="columns-list">
        {names.map((name) => (
          <Check
            key={name}
            label={name}
            isChecked={!hidden.includes(name)}
            onChange={(isShown) => onHide(isShown ? hidden.filter((one) => one !== name) : [...hidden, name])}
          />
        ))}
      </div>
    </details>
  );
}
