// The question: under which objective, and what if the roster were another.
import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";

import { Button } from "../../components/button.tsx";
import { Segmented } from "../../components/choice.tsx";
import { TextField } from "../../components/field.tsx";
import { Panel } from "../../components/panel.tsx";
import { EMPTY_FORM, priceFault } from "./roster-form.ts";
import type { RosterForm } from "./roster-form.ts";

const OBJECTIVES = [
  { value: "asked", label: "As asked" },
  { value: "cost", label: "Cost" },
  { value: "latency", label: "Latency" },
] as const;

interface Props {
  readonly form: RosterForm;
  readonly isBusy: boolean;
  readonly onAsk: (form: RosterForm) => void;
}

/** The typed text; what a button of another panel asks takes its place. */
function useTyped(form: RosterForm) {
  const [typed, setTyped] = useState(form);
  const [asked, setAsked] = useState(form);
  if (asked !== form) {
    setAsked(form);
    setTyped(form);
  }
  return [typed, setTyped] as const;
}

export function ChangePanel({ form, isBusy, onAsk }: Props): ComponentChildren {
  const [typed, setTyped] = useTyped(form);
  const change = (part: Partial<RosterForm>): void => setTyped({ ...typed, ...part });
  const fault = priceFault(typed);
  const isChanged = [typed.with, typed.without, typed.prices].some((text) => text !== "");
  return (
    <Panel title="What if">
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (fault === undefined && !isBusy) onAsk(typed);
        }}
      >
        <Segmented
          label="Judge under"
          value={typed.judged}
          options={OBJECTIVES}
          onChange={(judged) => change({ judged })}
        />
        <TextField
          label="Add"
          value={typed.with}
          placeholder="openai/gpt-5, google/gemini-2.5-pro"
          onChange={(value) => change({ with: value })}
        />
        <TextField
          label="Leave out"
          value={typed.without}
          placeholder="openai/gpt-4o"
          onChange={(without) => change({ without })}
        />
        <TextField
          label="At another price"
          value={typed.prices}
          placeholder="openai/gpt-5=1.25/10"
          hint="Model=input/output, in dollars per million tokens."
          error={fault}
          onChange={(prices) => change({ prices })}
        />
        <div className="row">
          <Button kind="primary" type="submit" isBusy={isBusy} isDisabled={fault !== undefined}>
            Try it
          </Button>
          {isChanged ? (
            <Button
              onClick={() => {
                const plain = { ...EMPTY_FORM, models: form.models };
                setTyped(plain);
                onAsk(plain);
              }}
            >
              Clear
            </Button>
          ) : null}
        </div>
      </form>
    </Panel>
  );
}
