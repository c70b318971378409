// The two sides of a What if: what is in force, and what changes: another preference, a model or a vendor less, one model alone.
import type { CreateReplay, PreferencePolicy } from "@signalbox/sdk";
import type { ComponentChildren } from "preact";

import { signalbox } from "../../api/client.ts";
import { useNames, useRouterNames } from "../../api/queries/names.ts";
import { namedOptions, SelectField } from "../../components/choice.tsx";
import { NumberField } from "../../components/field.tsx";
import { NO_PREFERENCE } from "../../lib/phrases.ts";

const CHANGES = [
  { value: "use", label: "use instead" },
  { value: "drop", label: "drop the model" },
  { value: "ban", label: "ban the vendor" },
  { value: "only", label: "use only the model" },
  { value: "price", label: "pay another price for" },
] as const;

type Change = (typeof CHANGES)[number]["value"];

/** The name of what a change is about. */
const NAMES: Readonly<Record<Change, string>> = {
  use: "Instead",
  drop: "Model",
  ban: "Vendor",
  only: "Model",
  price: "Model",
};

export interface Chosen {
  readonly a: string;
  readonly change: Change;
  /** A preference to use instead, a model, or a vendor. */
  readonly b: string;
  /** Supposed price, in percent of the price of the day. */
  readonly percent: string;
}

export const NOTHING_CHOSEN: Chosen = { a: "", change: "use", b: "", percent: "50" };

/** Whether the change names what it is about, and a price that a replay takes. */
export const isWhole = ({ change, b, percent }: Chosen): boolean =>
  change === "use" || (b !== "" && (change !== "price" || (percent !== "" && isPrice(Number(percent)))));

const PERCENT_MAX = 10_000;
const isPrice = (percent: number): boolean => percent >= 0 && percent <= PERCENT_MAX;

/** The price that the choice supposes, as the service takes it. */
export const supposedPrice = ({ change, b, percent }: Chosen): Pick<CreateReplay, "price"> =>
  change === "price" ? { price: { label: b, factor: Number(percent) / 100 } } : {};

/** An id of a preference or of a custom router, "ID@VERSION", or "" for the policy without a preference. */
export function sideRef(chosen: string): CreateReplay["a"] {
  const [id = "", version] = chosen.split("@");
  if (id === "") return {};
  return version === undefined ? { preference_id: id } : { preference_id: id, version: Number(version) };
}

function changed(policy: PreferencePolicy, { change, b }: Chosen): PreferencePolicy {
  const { experiment: _experiment, ...rest } = policy;
  if (change === "only") return { ...rest, allow: [{ label: b }] };
  const rule =
    change === "drop" ? { label: b } : { attribute: { name: "vendor", op: "eq", value: b } as const };
  return { ...rest, deny: [...(rest.deny ?? []), rule] };
}

/** The policy that the choice makes of what is in force. */
export async function otherSide(chosen: Chosen): Promise<CreateReplay["b"]> {
  if (chosen.change === "use") return sideRef(chosen.b);
  const side = sideRef(chosen.a);
  if (chosen.change === "price") return side;
  const base =
    side.preference_id === undefined ? {} : (await signalbox.preferences.get(side.preference_id)).policy;
  return { policy: changed(base, chosen) };
}

interface Props {
  readonly chosen: Chosen;
  readonly hasBase: boolean;
  readonly hasDraft: boolean;
  /** Labels picked in the span that is looked at. */
  readonly labels: readonly string[];
  readonly onChange: (chosen: Chosen) => void;
}

const plain = (values: readonly string[], chosen: string) =>
  [...new Set(chosen === "" ? ["", ...values] : [...values, chosen])].map((value) => ({
    value,
    label: value === "" ? "Choose" : value,
  }));

const vendorsOf = (labels: readonly string[]): readonly string[] =>
  [
    ...new Set(labels.filter((label) => label.includes("/")).map((label) => label.split("/", 1)[0] ?? "")),
  ].toSorted();

/** The sides to compare, where the page does not say it already. */
export function Sides({ chosen, hasBase, hasDraft, labels, onChange }: Props): ComponentChildren {
  const { preferences } = useNames();
  const routers = useRouterNames();
  if (hasBase && hasDraft) return null;
  const ready = routers.filter(({ status }) => status === "ready");
  const known = namedOptions(NO_PREFERENCE, [
    ...preferences,
    ...ready.map(({ id, name }) => ({ id, name: `Router ${name}` })),
  ]);
  const versionOf = (value: string) =>
    value.includes("@") ? [{ value, label: `Version ${value.split("@")[1] ?? ""}` }] : [];
  const names = chosen.change === "ban" ? vendorsOf(labels) : labels;
  return (
    <div className="grid-fields">
      {hasBase ? null : (
        <SelectField
          label="In force"
          value={chosen.a}
          options={[...known, ...versionOf(chosen.a)]}
          onChange={(a) => onChange({ ...chosen, a })}
        />
      )}
      {hasDraft ? null : (
        <>
          <SelectField
            label="If we"
            value={chosen.change}
            options={CHANGES}
            onChange={(change) => onChange({ ...chosen, change, b: "" })}
          />
          <SelectField
            label={NAMES[chosen.change]}
            value={chosen.b}
            options={chosen.change === "use" ? [...known, ...versionOf(chosen.b)] : plain(names, chosen.b)}
            onChange={(b) => onChange({ ...chosen, b })}
          />
          {chosen.change !== "price" ? null : (
            <NumberField
              label="Per cent of its price"
              min={0}
              max={PERCENT_MAX}
              value={chosen.percent}
              onChange={(percent) => onChange({ ...chosen, percent })}
            />
          )}
        </>
      )}
    </div>
  );
}
