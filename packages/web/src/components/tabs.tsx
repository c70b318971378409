import { useId } from "preact/hooks";
import type { ComponentChildren } from "preact";

interface Tab<T extends string> {
  readonly id: T;
  readonly label: string;
}

interface Props<T extends string> {
  readonly label: string;
  readonly tabs: readonly Tab<T>[];
  readonly current: T;
  readonly onChange: (id: T) => void;
  readonly children: ComponentChildren;
}

/** Tabs after the ARIA pattern: arrows move, only the current tab is in the tab order. */
export function Tabs<T extends string>(props: Props<T>): ComponentChildren {
  const base = useId();
  const move = (event: KeyboardEvent): void => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    const index = props.tabs.findIndex((tab) => tab.id === props.current);
    const next = props.tabs.at((index + step) % props.tabs.length);
    if (next === undefined) return;
    props.onChange(next.id);
    document.getElementById(`${base}-${next.id}`)?.focus();
  };
  return (
    <div>
      <div className="tabs" role="tablist" aria-label={props.label} onKeyDown={move}>
        {props.tabs.map((tab) => (
          <button
            key={tab.id}
            id={`${base}-${tab.id}`}
            type="button"
            role="tab"
            className="tab"
            aria-selected={tab.id === props.current}
            aria-controls={`${base}-panel`}
            tabIndex={tab.id === props.current ? 0 : -1}
            onClick={() => props.onChange(tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div id={`${base}-panel`} role="tabpanel" aria-labelledby={`${base}-${props.current}`}>
        {props.children}
      </div>
    </div>
  );
}
