import type { AuditEntry } from "@signalbox/sdk";
import { Fragment, useState } from "react";
import type { ReactNode } from "react";

import { signalbox } from "../../api/client.ts";
import { usePages } from "../../api/use-pages.ts";
import { auditLogKey } from "../../api/queries/audit-log.ts";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import type { Column } from "../../components/data-table.tsx";
import { TextField } from "../../components/field.tsx";
import { ListPanel } from "../../components/list-panel.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { EmptyState } from "../../components/states.tsx";
import { download, toCsv } from "../../lib/csv.ts";
import { dateTime } from "../../lib/format.ts";
import { useDebounced } from "../../lib/use-debounced.ts";

const COLUMNS: readonly Column<AuditEntry>[] = [
  { name: "When", show: (entry) => <span className="nowrap">{dateTime(entry.at)}</span> },
  {
    name: "Who",
    show: (entry) => (
      <>
        <span dir="auto">{entry.actor.label}</span> <Badge>{entry.actor.kind}</Badge>
      </>
    ),
  },
  { name: "What", show: (entry) => <code>{entry.action}</code> },
  {
    name: "On",
    show: (entry) => (entry.target === null ? "" : <code className="small">{entry.target}</code>),
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
          {name}: <bdi>{typeof value === "string" ? value : JSON.stringify(value)}</bdi>
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
  const wanted = useDebounced(action.trim(), 250);
  const list = usePages<AuditEntry>(auditLogKey(wanted), (cursor, signal) =>
    signalbox.account.auditLog(
      { ...(cursor !== undefined && { cursor }), ...(wanted !== "" && { action: wanted }) },
      { signal },
    ),
  );
  return (
    <>
      <PageHeader
        title="Audit log"
        actions={
          <Button isDisabled={list.rows.length === 0} onClick={() => exportRows(list.rows)}>
            Export CSV
          </Button>
        }
      >
        Every change of the account: who made it, when, from where. Rows are never altered.
      </PageHeader>
      <ListPanel
        label="Audit log"
        list={list}
        columns={COLUMNS}
        idOf={(entry) => entry.id}
        head={
          <div className="filters">
            <TextField label="Action" placeholder="key.revoke" value={action} onChange={setAction} />
          </div>
        }
        empty={<EmptyState title="Nothing matches">No change with this action has been recorded.</EmptyState>}
      />
    </>
  );
}
