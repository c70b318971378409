import type { PreferencePolicy } from "@signalbox/sdk";
import type { ComponentChildren } from "preact";

import { Segmented } from "../../components/choice.tsx";
import { Lever } from "../../components/lever.tsx";
import { DEFAULT_TOLERANCE, withMember } from "../../lib/values.ts";
import { decimal, points } from "../../lib/format.ts";
import { WeightLevers } from "./weight-levers.tsx";

type Objective = NonNullable<PreferencePolicy["objective"]>;
type Kind = Objective["kind"];

export const STARTS: Readonly<Record<Kind, Objective>> = {
  quality: { kind: "quality" },
  cost: { kind: "cost", tolerance: DEFAULT_TOLERANCE },
  latency: { kind: "latency", tolerance: DEFAULT_TOLERANCE },
  dial: { kind: "dial", cost_quality_tradeoff: 5 },
  weights: { kind: "weights", usd_weight: 10, seconds_weight: 0 },
};

export const KINDS: readonly { readonly value: Kind; readonly label: string }[] = [
  { value: "quality", label: "Quality" },
  { value: "cost", label: "Cost" },
  { value: "latency", label: "Latency" },
  { value: "dial", label: "One dial" },
  { value: "weights", label: "Two dials" },
];

interface Props {
  readonly policy: PreferencePolicy;
  readonly onChange: (policy: PreferencePolicy) => void;
}

export function ObjectiveFields({ policy, onChange }: Props): ComponentChildren {
  const objective = policy.objective ?? STARTS.quality;
  const set = (next: Objective): void => onChange(withMember(policy, "objective", next));
  return (
    <>
      <Segmented
        label="Objective"
        value={objective.kind}
        options={KINDS}
        onChange={(kind) => set(STARTS[kind])}
      />
      <ObjectiveDetail objective={objective} onChange={set} />
    </>
  );
}

interface DetailProps {
  readonly objective: Objective;
  readonly onChange: (objective: Objective) => void;
}

export function ObjectiveDetail({ objective, onChange }: DetailProps): ComponentChildren {
  switch (objective.kind) {
    case "quality":
      return <p className="hint">The best estimated success; near ties go to the cheaper.</p>;
    case "cost":
    case "latency":
      return (
        <Lever
          label={
            objective.kind === "cost"
              ? "What a bill ten times smaller is worth on easy work"
              : "What a wait ten times shorter is worth on easy work"
          }
          kind={objective.kind}
          min={0}
          max={0.3}
          step={0.005}
          value={objective.tolerance ?? DEFAULT_TOLERANCE}
          shown={points(objective.tolerance ?? DEFAULT_TOLERANCE)}
          low="none"
          high="30 points"
          onChange={(tolerance) => onChange({ ...objective, tolerance })}
        />
      );
    case "dial":
      return (
        <Lever
          label="From quality to cost"
          min={0}
          max={10}
          step={0.1}
          value={objective.cost_quality_tradeoff}
          shown={`${decimal(objective.cost_quality_tradeoff, 1)} of 10`}
          low="quality alone"
          high="cost alone"
          onChange={(dial) => onChange({ ...objective, cost_quality_tradeoff: dial })}
        />
      );
    case "weights":
      return <WeightLevers objective={objective} onChange={onChange} />;
    default:
      return null;
  }
}
