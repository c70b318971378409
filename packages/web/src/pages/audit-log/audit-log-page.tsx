import type { AuditEntry } from "@signalbox/sdk";
import { Fragment } from "preact";
import type { ComponentChildren } from "preact";
import { Link } from "wouter-preact";

import { signalbox } from "../../api/client.ts";
import { usePages } from "../../api/use-pages.ts";
import { useMemberNames, useNames } from "../../api/queries/names.ts";
import type { Names } from "../../api/queries/names.ts";
import { auditLogKey } from "../../api/queries/lists.ts";
import { Badge } from "../../components/badge.tsx";
import { SelectField } from "../../components/choice.tsx";
import { Button } from "../../components/button.tsx";
import type { Column } from "../../components/data-table.tsx";
import { ListPanel } from "../../components/list-panel.tsx";
import { Name } from "../../components/name.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { RangeControl } from "../../components/range-control.tsx";
import { EmptyState } from "../../components/states.tsx";
import { download, toCsv } from "../../lib/values.ts";
import { dateTime, words } from "../../lib/format.ts";
import { timesOf } from "../../lib/range.ts";
import { useExplore } from "../../lib/use-explore.ts";
import type { Explore } from "../../lib/use-explore.ts";
import { ACTIONS, actionWords, detailWords, targetHref, targetName } from "./audit-words.ts";

type Known = Parameters<typeof targetName>[1];

interface TargetProps {
  readonly entry: AuditEntry;
  readonly known: Known;
}

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
      <span className="nowrap" title={entry.action}>
        {actionWords(entry.action)}
      </span>
    ),
  },
  {
    name: "On",
    show: (entry) => <Target entry={entry} known={known} />,
  },
  { name: "Details", isWide: true, show: (entry) => <Details entry={entry} known={known} /> },
  { name: "From", isMinor: true, show: (entry) => entry.address ?? "" },
];

/** Its name, and the way to it where it has a page; else its id, which is all that is known. */
function Target({ entry, known }: TargetProps): ComponentChildren {
  const { target } = entry;
  const name = targetName(entry, known);
  const href = targetHref(entry);
  if (name === undefined) return <code className="small faint">{target ?? ""}</code>;
  const shown = <Name name={name} />;
  return href === undefined ? shown : <Link href={href}>{shown}</Link>;
}

/**
 * Each value by itself: a name with signs that turn the writing around cannot turn the rest of the row. What stands beside it as
 * the target is not said again.
 */
function Details({ entry, known }: TargetProps): ComponentChildren {
  const target = targetName(entry, known);
  return (
    <span className="small soft">
      {Object.entries(entry.details)
        .filter(([, value]) => value !== target)
        .map(([name, value], index) => (
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

/** Sign-ins too: most entries are sign-ins, so the page hides them until asked. */
const ALL = "all";

function useEntries({ range, extra }: Explore) {
  const [action, actor] = [extra("action"), extra("who")];
  return usePages<AuditEntry>(auditLogKey({ action, actor, range }), (cursor, signal) =>
    signalbox.account.auditLog(
      {
        ...(cursor !== undefined && { cursor }),
        ...(action === "" ? { sign_ins: false } : action === ALL ? {} : { action }),
        ...(actor !== "" && { actor }),
        ...timesOf(range, Date.now()),
      },
      { signal },
    ),
  );
}

/** Everybody who can have acted: members, and the keys of programs. */
function useActors(keys: Names["keys"]): readonly { readonly value: string; readonly label: string }[] {
  const members = useMemberNames();
  return [
    { value: "", label: "Everybody" },
    ...members.map(({ id, name, email }) => ({ value: id, label: name ?? email })),
    ...keys.map(({ id, name }) => ({ value: id, label: `Key ${name}` })),
  ];
}

interface FiltersProps {
  readonly explore: Explore;
  readonly actors: ReturnType<typeof useActors>;
}

function AuditFilters({ explore, actors }: FiltersProps): ComponentChildren {
  return (
    <div className="filters">
      <SelectField
        label="Action"
        value={explore.extra("action")}
        options={[{ value: "", label: "Every change" }, { value: ALL, label: "Everything" }, ...ACTIONS]}
        onChange={(next) => explore.setExtra("action", next)}
      />
      <SelectField
        label="Who"
        value={explore.extra("who")}
        options={actors}
        onChange={(next) => explore.setExtra("who", next)}
      />
      <RangeControl range={explore.range} onChange={explore.setRange} hasAll />
    </div>
  );
}

/** The search stands in the address. */
export function AuditLogPage(): ComponentChildren {
  const explore = useExplore("");
  const names = useNames();
  const actors = useActors(names.keys);
  const list = useEntries(explore);
  return (
    <>
      <PageHeader
        title="Audit log"
        actions={
          <>
            <Button isDisabled={list.rows.length === 0} onClick={() => exportRows(list.rows)}>
              Export these as CSV
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
          columns={columnsOf([
            ...names.keys,
            ...names.preferences,
            ...actors.map(({ value, label }) => ({ id: value, name: label })),
          ])}
          idOf={(entry) => entry.id}
          head={<AuditFilters explore={explore} actors={actors} />}
          empty={
            <EmptyState title="Nothing matches">
              Nothing like this has been recorded. Widen the time or choose everybody.
            </EmptyState>
          }
        />
      </div>
    </>
  );
}
