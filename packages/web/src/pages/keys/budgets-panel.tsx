// What the account, its keys and its preferences may spend in a day or a month, and how much of it is gone.
import type { Budget, PutBudget } from "@signalbox/sdk";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ReactNode } from "react";

import { signalbox } from "../../api/client.ts";
import { useNames } from "../../api/queries/names.ts";
import type { Names } from "../../api/queries/names.ts";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { Check, SelectField } from "../../components/choice.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { DataTable } from "../../components/data-table.tsx";
import { NumberField } from "../../components/field.tsx";
import { FormError } from "../../components/form-error.tsx";
import { Panel } from "../../components/panel.tsx";
import { ErrorPanel, Skeleton } from "../../components/states.tsx";
import { percent, shortTime, usd } from "../../lib/format.ts";
import { useRights } from "../../session/session.ts";

const QUERY_KEY = ["budgets"] as const;

const ownersOf = ({ keys, preferences }: Names) => [
  { value: "account", label: "The whole account" },
  ...keys
    .filter(({ status }) => status !== "revoked")
    .map(({ id, name }) => ({ value: `key ${id}`, label: `Key ${name}` })),
  ...preferences.map(({ id, name }) => ({ value: `preference ${id}`, label: `Preference ${name}` })),
];

/** Revoked keys keep their budgets, and so their names here; what is gone keeps the beginning of its id. */
function nameOf({ scope, subject_id: id }: Budget, { keys, preferences }: Names): string {
  if (id === null) return "The whole account";
  const name = (scope === "key" ? keys : preferences).find((one) => one.id === id)?.name ?? id.slice(0, 8);
  return `${scope === "key" ? "Key" : "Preference"} ${name}`;
}

const TIMES_FROM = 2;

/** Of a budget: percent, and times from twice on. */
const shareSpent = (share: number): string =>
  share < TIMES_FROM ? percent(share) : `${share < 100 ? Math.floor(share) : "over 100"} times`;

export function BudgetsPanel(): ReactNode {
  const { isOwner } = useRights();
  const [isAsked, setIsAsked] = useState(false);
  const names = useNames();
  const client = useQueryClient();
  const reload = (): Promise<void> => client.invalidateQueries({ queryKey: QUERY_KEY });
  const budgets = useQuery({
    queryKey: QUERY_KEY,
    queryFn: ({ signal }) => signalbox.budgets.list({ signal }),
  });
  return (
    <Panel
      title="Budgets"
      isFlush
      actions={isOwner ? <Button onClick={() => setIsAsked(true)}>Set a budget</Button> : undefined}
    >
      {budgets.isError ? (
        <ErrorPanel error={budgets.error} onRetry={() => void budgets.refetch()} />
      ) : budgets.data === undefined ? (
        <Skeleton rows={2} />
      ) : budgets.data.data.length === 0 ? (
        <p className="table-foot hint">None. A budget alerts, or stops decisions, when it is spent.</p>
      ) : (
        <BudgetTable budgets={budgets.data.data} names={names} onChanged={reload} />
      )}
      {isAsked ? (
        <BudgetDialog owners={ownersOf(names)} onClose={() => setIsAsked(false)} onDone={reload} />
      ) : null}
    </Panel>
  );
}

interface TableProps {
  readonly budgets: readonly Budget[];
  readonly names: Names;
  readonly onChanged: () => Promise<void>;
}

function BudgetTable({ budgets, names, onChanged }: TableProps): ReactNode {
  const { isOwner } = useRights();
  const remove = useAction((id: string) => signalbox.budgets.delete(id), { onDone: () => void onChanged() });
  return (
    <>
      <FormError error={remove.error} />
      <DataTable<Budget>
        label="Budgets"
        rows={budgets}
        idOf={({ id }) => id}
        columns={[
          { name: "Of", show: (row) => nameOf(row, names) },
          {
            name: "Spent",
            isNumber: true,
            show: (row) =>
              `${usd(row.spent_usd)} of ${usd(row.usd_max)} a ${row.period} (${shareSpent(row.spent_usd / row.usd_max)})`,
          },
          { name: "Alert at", isNumber: true, show: (row) => percent(row.alert_at) },
          { name: "When spent", show: (row) => (row.hard_stop ? "stops" : "goes on") },
          { name: "Set", show: (row) => `${shortTime(row.updated_at)} by ${row.updated_by ?? "–"}` },
          {
            name: "Actions",
            isNameHidden: true,
            show: (row) =>
              isOwner ? (
                <Button size="small" kind="danger" onClick={() => remove.run(row.id)}>
                  Delete<span className="visually-hidden"> the budget of {nameOf(row, names)}</span>
                </Button>
              ) : null,
          },
        ]}
      />
    </>
  );
}

interface DialogProps {
  readonly owners: ReturnType<typeof ownersOf>;
  readonly onClose: () => void;
  readonly onDone: () => Promise<void>;
}

function BudgetDialog({ owners, onClose, onDone }: DialogProps): ReactNode {
  const [owner, setOwner] = useState("account");
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
        const [scope, id] = owner.split(" ");
        await signalbox.budgets.put({
          scope: scope as PutBudget["scope"],
          subject_id: id ?? null,
          period,
          usd_max: Number(dollars),
          alert_at: Number(share) / 100,
          hard_stop: isHard,
        });
        await onDone();
      }}
    >
      <div className="stack">
        <SelectField label="Of" value={owner} options={owners} onChange={setOwner} />
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
