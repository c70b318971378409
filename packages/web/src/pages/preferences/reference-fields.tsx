// Members of a policy that name something else of the organisation. What is named and no longer listed stays chosen.
import type { PreferencePolicy } from "@signalbox/sdk";
import type { ComponentChildren } from "preact";

import { useRouterNames } from "../../api/queries/names.ts";
import { namedOptions, SelectField } from "../../components/choice.tsx";
import { withMember } from "../../lib/values.ts";
import { useOthers } from "./use-experiment.ts";

interface Props {
  readonly policy: PreferencePolicy;
  readonly onChange: (policy: PreferencePolicy) => void;
}

/** Which of the organisation's trained routers estimates success. */
export function RouterField({ policy, onChange }: Props): ComponentChildren {
  const ready = useRouterNames().filter(({ status }) => status === "ready");
  const current = policy.custom_router_id ?? "";
  return (
    <SelectField
      label="Custom router"
      value={current}
      options={namedOptions("None: the shipped router", ready, current)}
      onChange={(id) => onChange(withMember(policy, "custom_router_id", id === "" ? undefined : id))}
    />
  );
}

/** A second policy that decides beside this one; its picks go to the journal and to nobody else. */
export function ShadowField(props: Props & { readonly preferenceId: string }): ComponentChildren {
  const { policy, onChange } = props;
  const others = useOthers(props.preferenceId).data ?? [];
  const current = policy.shadow_preference_id ?? "";
  return (
    <SelectField
      label="Shadow"
      hint="Decides beside this one. Its picks are journalled and never answered."
      value={current}
      options={namedOptions("None", others, current)}
      onChange={(id) => onChange(withMember(policy, "shadow_preference_id", id === "" ? undefined : id))}
    />
  );
}
