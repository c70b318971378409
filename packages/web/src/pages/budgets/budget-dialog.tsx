import type { OverviewTags, PutBudget } from "@signalbox/sdk";
import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";

import { signalbox } from "../../api/client.ts";
import type { Names } from "../../api/queries/names.ts";
import { Check, SelectField } from "../../components/choice.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { NumberField } from "../../components/field.tsx";
import { writeTags } from "../../lib/tags.ts";

/** Whose spending can be limited, as values that say the scope and the id. */
export function ownersOf(
  { keys, preferences }: Names,
  ofPreferences: boolean,
  tags: OverviewTags["data"] = [],
) {
  const named = preferences.map(({ id, name }) => ({
    value: `preference ${id}`,
    label: ofPreferences ? name : `Preference ${name}`,
  }));
  if (ofPreferences) return named;
  const active = keys.filter(({ status }) => status !== "revoked");
  return [
    { value: "account", label: "The whole account" },
    ...active.map(({ id, name }) => ({ value: `key ${id}`, label: `Key ${name}` })),
    ...named,
    ...tags.flatMap(({ name, values }) =>
      values.map(({ value }) => ({
        value: `tag ${writeTags({ [name]: value })}`,
        label: `Tag ${name}: ${value}`,
      })),
    ),
  ];
}

interface DialogProps {
  readonly owners: ReturnType<typeof ownersOf>;
  readonly onClose: () => void;
  readonly onDone: () => Promise<void>;
}

export function BudgetDialog({ owners, onClose, onDone }: DialogProps): ComponentChildren {
  const [owner, setOwner] = useState(owners[0]?.value ?? "account");
  const [dollars, setDollars] = useState("");
  const [period, setPeriod] = useState<PutBudget["period"]>("month");
  const [share, setShare] = useState("80");
  const [isHard, setIsHard] = useState(false);
  return (
    <ConfirmDialog
      title="Set a budget"
      verb="Save"
      kind="primary"
      onClose={onClose}
      onConfirm={async () => {
        const [scope, ...subject] = owner.split(" ");
        const id = subject.length === 0 ? null : subject.join(" ");
        await signalbox.budgets.put({
          scope: scope as PutBudget["scope"],
          subject_id: id,
          period,
          usd_max: Number(dollars),
          alert_at: Number(share) / 100,
          hard_stop: isHard,
        });
        await onDone();
      }}
    >
      <div className="stack">
        <SelectField label="Budget of" value={owner} options={owners} onChange={setOwner} />
        <NumberField label="Dollars" value={dollars} onChange={setDollars} min={0} step="any" />
        <SelectField
          label="In a"
          value={period}
          options={[
            { value: "month", label: "month" },
            { value: "day", label: "day" },
          ]}
          hint="Of the calendar, in UTC."
          onChange={setPeriod}
        />
        <NumberField label="Alert at, percent" value={share} onChange={setShare} min={1} max={100} step={1} />
        <Check
          label="Stop decisions when it is spent"
          hint="They are answered with 402 until the next period."
          isChecked={isHard}
          onChange={setIsHard}
        />
      </div>
    </ConfirmDialog>
  );
}
