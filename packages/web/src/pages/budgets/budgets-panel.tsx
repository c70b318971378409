// The amounts that the account, its keys and its preferences may spend in a day or a month, and how much of it is gone.
import type { Budget } from "@signalbox/sdk";
import { useQuery, useQueryClient } from "@tanstack/preact-query";
import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { Link } from "wouter-preact";

import { signalbox } from "../../api/client.ts";
import { useNames } from "../../api/queries/names.ts";
import type { Names } from "../../api/queries/names.ts";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { DataTable } from "../../components/data-table.tsx";
import { FormError } from "../../components/form-error.tsx";
import { Panel } from "../../components/panel.tsx";
import { ErrorPanel, Skeleton } from "../../components/states.tsx";
import { useTags } from "../../api/queries/overview.ts";
import { decisionsHref } from "../../lib/explore.ts";
import { readTags } from "../../lib/tags.ts";
import { percent, shortTime, usd } from "../../lib/format.ts";
import { useRights } from "../../session/session.ts";
import { BudgetDialog, ownersOf } from "./budget-dialog.tsx";

const QUERY_KEY = ["budgets"] as const;

/** Revoked keys keep their budgets, and so their names here; what is gone keeps the beginning of its id. */
function nameOf({ scope, subject_id: id }: Budget, { keys, preferences }: Names): string {
  if (id === null) return "The whole account";
  if (scope === "tag")
    return `Tag ${Object.entries(readTags(id))
      .map((pair) => pair.join(": "))
      .join(", ")}`;
  const name = (scope === "key" ? keys : preferences).find((one) => one.id === id)?.name ?? id.slice(0, 8);
  return `${scope === "key" ? "Key" : "Preference"} ${name}`;
}

const TIMES_FROM = 2;

/** Share of a budget: percent, and times from twice on. */
const shareSpent = (share: number): string =>
  share < TIMES_FROM ? percent(share) : `${share < 100 ? Math.floor(share) : "over 100"} times`;

/** The first moment of the period that `resets_at` ends, in UTC as the service counts it. */
function periodStart({ period, resets_at: end }: Pick<Budget, "period" | "resets_at">): string {
  const date = new Date(end);
  if (period === "day") date.setUTCDate(date.getUTCDate() - 1);
  else date.setUTCMonth(date.getUTCMonth() - 1);
  return date.toISOString();
}

const MEMBERS = { key: "key_id", preference: "preference_id", tag: "tags" } as const;

/** Decisions that were paid from it, the most expensive first. */
function spentHref(budget: Budget): string {
  const { scope, subject_id: id } = budget;
  const of = id === null || scope === "account" ? {} : { [MEMBERS[scope]]: id };
  return decisionsHref({ span: "custom", from: periodStart(budget), to: "" }, of, "usd");
}

interface PanelProps {
  /** Shows and sets budgets of preferences only. */
  readonly ofPreferences?: boolean;
}

export function BudgetsPanel({ ofPreferences = false }: PanelProps): ComponentChildren {
  const { isOwner } = useRights();
  const tags = useTags();
  const [isAsked, setIsAsked] = useState(false);
  const names = useNames();
  const client = useQueryClient();
  const reload = (): Promise<void> => client.invalidateQueries({ queryKey: QUERY_KEY });
  const budgets = useQuery({
    queryKey: QUERY_KEY,
    queryFn: ({ signal }) => signalbox.budgets.list({ signal }),
  });
  const shown = budgets.data?.data.filter(({ scope }) => !ofPreferences || scope === "preference");
  return (
    <Panel
      title={ofPreferences ? "Budgets of preferences" : "Budgets"}
      isFlush
      actions={isOwner ? <Button onClick={() => setIsAsked(true)}>Set a budget</Button> : undefined}
    >
      {budgets.isError ? (
        <ErrorPanel error={budgets.error} onRetry={() => void budgets.refetch()} />
      ) : shown === undefined ? (
        <Skeleton rows={2} />
      ) : shown.length === 0 ? (
        <p className="table-foot hint">None. A budget alerts, or stops decisions, when it is spent.</p>
      ) : (
        <BudgetTable budgets={shown} names={names} onChanged={reload} />
      )}
      {isAsked ? (
        <BudgetDialog
          owners={ownersOf(names, ofPreferences, tags)}
          onClose={() => setIsAsked(false)}
          onDone={reload}
        />
      ) : null}
    </Panel>
  );
}

interface TableProps {
  readonly budgets: readonly Budget[];
  readonly names: Names;
  readonly onChanged: () => Promise<void>;
}

function BudgetTable({ budgets, names, onChanged }: TableProps): ComponentChildren {
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
          { name: "Budget of", show: (row) => nameOf(row, names) },
          {
            name: "Spent",
            isNumber: true,
            show: (row) => (
              <>
                <Link href={spentHref(row)}>{usd(row.spent_usd)}</Link>
                {` of ${usd(row.usd_max)} a ${row.period} (${shareSpent(row.spent_usd / row.usd_max)})`}
              </>
            ),
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
