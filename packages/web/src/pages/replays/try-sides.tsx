import type { CreateReplay } from "@signalbox/sdk";
import { useQuery } from "@tanstack/preact-query";
import type { ComponentChildren } from "preact";

import { signalbox } from "../../api/client.ts";
import { ROUTER_KEYS } from "../../api/queries/lists.ts";
import { useNames } from "../../api/queries/names.ts";
import { SelectField } from "../../components/choice.tsx";

interface Chosen {
  readonly a: string;
  readonly b: string;
}

interface Props {
  readonly sides: Chosen;
  readonly hasBase: boolean;
  readonly hasDraft: boolean;
  readonly onChange: (sides: Chosen) => void;
}

/** An id of a preference or of a custom router; "" for the policy without a preference. */
export const sideRef = (chosen: string): CreateReplay["a"] =>
  chosen === "" ? {} : { preference_id: chosen };

/** The sides to compare, where the page does not say it already. */
export function Sides({ sides, hasBase, hasDraft, onChange }: Props): ComponentChildren {
  const { preferences } = useNames();
  const routers = useQuery({
    queryKey: ROUTER_KEYS.choices,
    queryFn: ({ signal }) => signalbox.customRouters.list({ limit: 200 }, { signal }),
    enabled: !hasDraft,
  });
  if (hasBase && hasDraft) return null;
  const ready = (routers.data?.data ?? []).filter(({ status }) => status === "ready");
  const options = [
    { value: "", label: "No preference: best quality" },
    ...preferences.map(({ id, name }) => ({ value: id, label: name })),
    ...ready.map(({ id, name }) => ({ value: id, label: `Router ${name}` })),
  ];
  return (
    <div className="grid-fields">
      {hasBase ? null : (
        <SelectField
          label="In force"
          value={sides.a}
          options={options}
          onChange={(a) => onChange({ ...sides, a })}
        />
      )}
      {hasDraft ? null : (
        <SelectField
          label="Instead"
          value={sides.b}
          options={options}
          onChange={(b) => onChange({ ...sides, b })}
        />
      )}
    </div>
  );
}
