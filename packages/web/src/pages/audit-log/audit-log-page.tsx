import type { AuditEntry } from "@signalbox/sdk";
import { Fragment, useState } from "react";
import type { ReactNode } from "react";

import { signalbox } from "../../api/client.ts";
import { usePages } from "../../api/use-pages.ts";
import { useNames } from "../../api/queries/names.ts";
import { auditLogKey } from "../../api/queries/audit-log.ts";
import { Badge } from "../../components/badge.tsx";
import { SelectField } from "../../components/choice.tsx";
import { Button } from "../../components/button.tsx";
import type { Column } from "../../components/data-table.tsx";
import { ListPanel } from "../../components/list-panel.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { EmptyState } from "../../components/states.tsx";
import { download, toCsv } from "../../lib/csv.ts";
import { dateTime, words } from "../../lib/format.ts";
import { ACTION_OPTIONS, actionWords, detailWords, targetName } from "./audit-words.ts";
import { SealPanel } from "./seal-panel.tsx";

type Known = Parameters<typeof targetName>[1];

const columnsOf = (known: Known): readonly Column<AuditEntry>[] => [
  { name: "When", show: (entry) => <span className="nowrap">{dateTime(entry.at)}</span> },
  {
    name: "Who",
    show: (entry) => (
      <>
        <span dir="auto">{entry.actor.label}</span>{" "}
        {entry.actor.kind === "user" ? null : <Badge>{entry.actor.kind}</Badge>}
      </>
    ),
  },
  {
    name: "What",
    show: (entry) => (
      <>
        {actionWords(entry.action)} <br />
        <code className="small faint">{entry.action}</code>
      </>
    ),
  },
  {
    name: "On",
    show: (entry) => (
      <>
        <span dir="auto">{targetName(entry, known) ?? ""}</span> <br />
        <code className="small faint">{entry.target ?? ""}</code>
      </>
    ),
  },
  { name: "Details", show: (entry) => <Details entry={entry} /> },
  { name: "From", show: (entry) => entry.address ?? "" },
];

/** Each value by itself: a name with signs that turn the writing around cannot turn the rest of the row. */
function Details({ entry }: { readonly entry: AuditEntry }): ReactNode {
  return (
    <span className="small soft">
      {Object.entries(entry.details).map(([name, value], index) => (
        <Fragment key={name}>
          {index === 0 ? "" : ", "}
          {words(name)}: <bdi>{detailWords(value)}</bdi>
        </Fragment>
      ))}
    </span>
  );
}

function exportRows(rows: readonly AuditEntry[]): void {
  const columns = ["at", "actor", "kind", "action", "target", "address", "details"];
  const cells = rows.map((entry) => [
    entry.at,
    entry.actor.label,
    entry.actor.kind,
    entry.action,
    entry.target,
    entry.address,
    JSON.stringify(entry.details),
  ]);
  download("audit-log.csv", toCsv(columns, cells));
}

export function AuditLogPage(): ReactNode {
  const [action, setAction] = useState("");
  const names = useNames();
  const list = usePages<AuditEntry>(auditLogKey(action), (cursor, signal) =>
    signalbox.account.auditLog(
      { ...(cursor !== undefined && { cursor }), ...(action !== "" && { action: action }) },
      { signal },
    ),
  );
  return (
    <>
      <PageHeader
        title="Audit log"
        actions={
          <>
            <Button isDisabled={list.rows.length === 0} onClick={() => exportRows(list.rows)}>
              Export CSV
            </Button>
            <a className="button" href={signalbox.account.auditLogExportUrl()} download>
              Export all as JSON lines
            </a>
          </>
        }
      >
        Every change of the account, and every refused sign-in: who, when, from where.
      </PageHeader>
      <div className="stack-4">
        <ListPanel
          label="Audit log"
          list={list}
          columns={columnsOf([...names.keys, ...names.preferences])}
          idOf={(entry) => entry.id}
          head={
            <div className="filters">
              <SelectField label="Action" value={action} options={ACTION_OPTIONS} onChange={setAction} />
            </div>
          }
          empty={
            <EmptyState title="Nothing matches">No change with this action has been recorded.</EmptyState>
          }
        />
        <SealPanel />
      </div>
    </>
  );
}
