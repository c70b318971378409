import { useQuery } from "@tanstack/preact-query";
import type { ComponentChildren } from "preact";

import { signalbox } from "../../api/client.ts";
import { PREFERENCE_KEYS } from "../../api/queries/lists.ts";
import { Segmented, SelectField } from "../../components/choice.tsx";
import { NumberField } from "../../components/field.tsx";
import { Panel } from "../../components/panel.tsx";
import { KINDS, ObjectiveDetail, STARTS } from "../preferences/objective-fields.tsx";
import type { PlaygroundState } from "./playground-state.ts";

interface Props {
  readonly state: PlaygroundState;
  readonly onChange: (part: Partial<PlaygroundState>) => void;
}

const ORDER = ["weights", "dial", "cost", "latency", "quality"];
const ORDERED_KINDS = [...KINDS].sort((a, b) => ORDER.indexOf(a.value) - ORDER.indexOf(b.value));

export function ObjectivePanel({ state, onChange }: Props): ComponentChildren {
  const preferences = useQuery({
    queryKey: PREFERENCE_KEYS.choices,
    queryFn: ({ signal }) => signalbox.preferences.list({ limit: 200 }, { signal }),
  });
  const options = [
    { value: "", label: "None: set it here" },
    ...(preferences.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <Panel title="Levers">
      {state.preferenceId === "" ? (
        <>
          <Segmented
            label="Objective"
            isLabelHidden
            value={state.objective.kind}
            options={ORDERED_KINDS}
            onChange={(kind) => onChange({ objective: STARTS[kind] })}
          />
          <ObjectiveDetail objective={state.objective} onChange={(objective) => onChange({ objective })} />
        </>
      ) : null}
      <div className="grid-fields">
        <SelectField
          label="Preference"
          value={state.preferenceId}
          options={options}
          onChange={(preferenceId) => onChange({ preferenceId })}
        />
        <NumberField
          label="Depth: only the best N"
          placeholder="all"
          min={1}
          step={1}
          value={state.depth}
          onChange={(depth) => onChange({ depth })}
        />
      </div>
    </Panel>
  );
}
