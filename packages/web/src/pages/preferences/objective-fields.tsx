import type { PreferencePolicy } from "@signalbox/sdk";
import type { ComponentChildren } from "preact";

import { useAccount } from "../../api/queries/lists.ts";
import { Segmented } from "../../components/choice.tsx";
import { Lever } from "../../components/lever.tsx";
import { DEFAULT_TOLERANCE, withMember } from "../../lib/values.ts";
import { capital, decimal, points } from "../../lib/format.ts";
import { GAIN, objectiveWords, ON_EASY_WORK } from "../../lib/phrases.ts";
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

interface WorthProps {
  readonly kind: keyof typeof GAIN;
  readonly tolerance: number | undefined;
  readonly onChange: (tolerance: number) => void;
}

/** Without a worth of its own an objective has the one that the operator set. */
function WorthLever({ kind, tolerance, onChange }: WorthProps): ComponentChildren {
  const inForce = useAccount(tolerance === undefined).data?.in_force.tolerance.value;
  const value = tolerance ?? inForce ?? DEFAULT_TOLERANCE;
  return (
    <Lever
      label={`What ${GAIN[kind]} is worth${ON_EASY_WORK}`}
      kind={kind}
      min={0}
      max={0.3}
      step={0.005}
      value={value}
      shown={tolerance === undefined ? `${points(inForce)}, set by the operator` : points(value)}
      low="none"
      high="30 points"
      onChange={onChange}
    />
  );
}

interface DetailProps {
  readonly objective: Objective;
  readonly onChange: (objective: Objective) => void;
}

export function ObjectiveDetail({ objective, onChange }: DetailProps): ComponentChildren {
  switch (objective.kind) {
    case "quality":
      return <p className="hint">{capital(objectiveWords(objective))}.</p>;
    case "cost":
    case "latency":
      return (
        <WorthLever
          kind={objective.kind}
          tolerance={objective.tolerance}
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
