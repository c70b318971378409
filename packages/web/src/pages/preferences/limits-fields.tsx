import type { PreferencePolicy } from "@signalbox/sdk";
import type { ComponentChildren } from "preact";

import { Check, Segmented } from "../../components/choice.tsx";
import { NumberField } from "../../components/field.tsx";
import { faultOf } from "../../components/form-error.tsx";
import { Lever } from "../../components/lever.tsx";
import { Panel } from "../../components/panel.tsx";
import { percent } from "../../lib/format.ts";
import { withMember } from "../../lib/values.ts";
import { toNumber, toText } from "./policy-edit.ts";
import { RouterField, ShadowField } from "./reference-fields.tsx";

interface Props {
  readonly preferenceId: string;
  readonly policy: PreferencePolicy;
  readonly error: unknown;
  readonly onChange: (policy: PreferencePolicy) => void;
}

const LIMITS = [
  ["price_ceiling_usd", "Dollars of one call, at most", 1e6],
  ["latency_ceiling_s", "Seconds of one call, at most", 1e6],
  ["minimum_success", "Success, at least (0 to 1)", 1],
  ["max_loss_points", "Points below the best, at most (0 to 100)", 100],
] as const;

const RETENTIONS = [
  { value: "account", label: "As the organisation says" },
  { value: "none", label: "Never kept" },
  { value: "text", label: "Kept" },
] as const;

export function LimitsFields({ preferenceId, policy, error, onChange }: Props): ComponentChildren {
  return (
    <Panel title="Limits and behaviour">
      <div className="grid-fields">
        {LIMITS.map(([member, label, max]) => (
          <NumberField
            key={member}
            label={label}
            min={0}
            max={max}
            placeholder="no limit"
            value={toText(policy[member])}
            error={faultOf(error, member)}
            onChange={(typed) => onChange(withMember(policy, member, toNumber(typed)))}
          />
        ))}
      </div>
      <BehaviourFields policy={policy} onChange={onChange} />
      <RouterField policy={policy} onChange={onChange} />
      <ShadowField preferenceId={preferenceId} policy={policy} onChange={onChange} />
    </Panel>
  );
}

function BehaviourFields({ policy, onChange }: Pick<Props, "policy" | "onChange">): ComponentChildren {
  return (
    <>
      <Segmented
        label="When every candidate is rejected"
        value={policy.fallback ?? "limits"}
        options={[
          { value: "limits", label: "Keep the limits" },
          { value: "least_bad", label: "Recommend the least bad" },
          { value: "strict", label: "Refuse the request (422)" },
        ]}
        hint="Allow and deny rules always hold. Limits hold unless the least bad is asked for; it is marked as degraded."
        onChange={(fallback) =>
          onChange(withMember(policy, "fallback", fallback === "limits" ? undefined : fallback))
        }
      />
      <Check
        label="Keep a session on its model while that pays."
        hint="Weighs the warm prompt cache."
        isChecked={policy.sticky_sessions ?? true}
        onChange={(isOn) => onChange(withMember(policy, "sticky_sessions", isOn ? undefined : false))}
      />
      <Lever
        label="Exploration"
        min={0}
        max={0.2}
        step={0.01}
        value={policy.exploration_rate ?? 0}
        shown={(policy.exploration_rate ?? 0) === 0 ? "off" : percent(policy.exploration_rate)}
        low="never try another"
        high="20 % of decisions"
        onChange={(rate) => onChange(withMember(policy, "exploration_rate", rate === 0 ? undefined : rate))}
      />
      <Check
        label="Reject models that their vendor has deprecated."
        hint="Otherwise they are only marked."
        isChecked={policy.reject_deprecated ?? false}
        onChange={(isOn) => onChange(withMember(policy, "reject_deprecated", isOn || undefined))}
      />
      <Check
        label="Keep models that their host has shut down."
        hint="Otherwise they are rejected from that day on, unless nothing else is left."
        isChecked={policy.allow_shut_down ?? false}
        onChange={(isOn) => onChange(withMember(policy, "allow_shut_down", isOn || undefined))}
      />
      <Segmented
        label="Message text of these conversations"
        value={policy.retention ?? "account"}
        options={RETENTIONS}
        hint="Requests with hash_content are never kept, whatever is set here."
        onChange={(kept) => onChange(withMember(policy, "retention", kept === "account" ? undefined : kept))}
      />
    </>
  );
}
