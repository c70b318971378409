// Members of a policy that name something else of the organisation. What is named and no longer listed stays chosen.
import type { PreferencePolicy } from "@signalbox/sdk";
import { useQuery } from "@tanstack/preact-query";
import type { ComponentChildren } from "preact";

import { signalbox } from "../../api/client.ts";
import { ROUTER_KEYS } from "../../api/queries/lists.ts";
import { SelectField } from "../../components/choice.tsx";
import { withMember } from "../../lib/values.ts";
import { useOthers } from "./use-experiment.ts";

interface Props {
  readonly policy: PreferencePolicy;
  readonly onChange: (policy: PreferencePolicy) => void;
}

/** Which of the organisation's trained routers estimates success. */
export function RouterField({ policy, onChange }: Props): ComponentChildren {
  const routers = useQuery({
    queryKey: ROUTER_KEYS.choices,
    queryFn: ({ signal }) => signalbox.customRouters.list({ limit: 200 }, { signal }),
  });
  const ready = (routers.data?.data ?? []).filter(({ status }) => status === "ready");
  const current = policy.custom_router_id;
  const isListed = current === undefined || ready.some(({ id }) => id === current);
  const options = [
    { value: "", label: "None: the shipped router" },
    ...ready.map(({ id, name }) => ({ value: id, label: name })),
    ...(isListed ? [] : [{ value: current, label: current }]),
  ];
  return (
    <SelectField
      label="Custom router"
      value={current ?? ""}
      options={options}
      onChange={(id) => onChange(withMember(policy, "custom_router_id", id === "" ? undefined : id))}
    />
  );
}

/** A second policy that decides beside this one; its picks go to the journal and to nobody else. */
export function ShadowField(props: Props & { readonly preferenceId: string }): ComponentChildren {
  const { policy, onChange } = props;
  const others = useOthers(props.preferenceId).data ?? [];
  const current = policy.shadow_preference_id;
  const isListed = current === undefined || others.some(({ id }) => id === current);
  const options = [
    { value: "", label: "None" },
    ...others.map(({ id, name }) => ({ value: id, label: name })),
    ...(isListed ? [] : [{ value: current, label: current }]),
  ];
  return (
    <SelectField
      label="Shadow"
      hint="Decides beside this one. Its picks are journalled and never answered."
      value={current ?? ""}
      options={options}
      onChange={(id) => onChange(withMember(policy, "shadow_preference_id", id === "" ? undefined : id))}
    />
  );
}
