// Everything that is kept to learn from, in one list: reports under the key that sent them, files under the name of their router.
import type { Evidence } from "@signalbox/sdk";
import { useQuery } from "@tanstack/preact-query";
import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { Link } from "wouter-preact";

import { signalbox } from "../../api/client.ts";
import { EVIDENCE_KEY, ROUTER_KEYS } from "../../api/queries/lists.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { DataTable } from "../../components/data-table.tsx";
import type { Column } from "../../components/data-table.tsx";
import { Name } from "../../components/name.tsx";
import { Panel } from "../../components/panel.tsx";
import { EmptyState, ErrorPanel, Skeleton } from "../../components/states.tsx";
import { Time } from "../../components/time.tsx";
import { count, counted, day } from "../../lib/format.ts";
import { SAY } from "../../lib/phrases.ts";
import { useRights } from "../../session/session.ts";

const DAY_MS = 86_400_000;

/** Until when it is kept, in words. */
export function keptWords({ kind, rows, last_at: at, kept_days: days }: Evidence): string {
  if (kind === "reports") return days === null ? "until erased" : `${counted(days, "day")} each`;
  if (rows === 0) return "no rows; the router until erased";
  return days === null ? "until erased" : `until ${day(Date.parse(at) + days * DAY_MS)}`;
}

const whatOf = ({ kind, rows }: Evidence): string => counted(rows, kind === "file" ? "row" : "report");

/** A call erases for some seconds; it is repeated until nothing remains. */
async function erase({ id }: Evidence): Promise<void> {
  for (let remaining = 1; remaining > 0;) ({ remaining } = await signalbox.evidence.erase(id));
}

function EraseDialog({ one, onClose }: { readonly one: Evidence; readonly onClose: () => void }) {
  return (
    <ConfirmDialog
      title={`Erase “${one.name}”`}
      verb={SAY.eraseForGood}
      onClose={onClose}
      onConfirm={() => erase(one)}
      stale={[EVIDENCE_KEY, ROUTER_KEYS.list]}
    >
      {one.kind === "file"
        ? `Deletes the router with ${whatOf(one)}, and what they taught.`
        : `Deletes ${whatOf(one)} and what they taught. The decisions stay.`}
    </ConfirmDialog>
  );
}

const COLUMNS: readonly Column<Evidence>[] = [
  {
    name: "From",
    show: (one) =>
      one.kind === "file" ? (
        <Link href={`/learning/${one.id}`}>
          <Name name={one.name} />
        </Link>
      ) : (
        <Name name={one.name} />
      ),
  },
  { name: "Kind", show: ({ kind }) => (kind === "file" ? "file of evaluations" : "reports") },
  { name: "Reports or rows", isNumber: true, show: ({ rows }) => count(rows) },
  { name: "Models", isNumber: true, isMinor: true, show: ({ models }) => count(models) },
  { name: "First", isMinor: true, show: (one) => <Time at={one.first_at} /> },
  { name: "Last", show: (one) => <Time at={one.last_at} /> },
  { name: "Kept", show: keptWords },
];

export function EvidencePanel(): ComponentChildren {
  const { isOwner, canWrite } = useRights();
  const [chosen, setChosen] = useState<Evidence>();
  const { data, error } = useQuery({
    queryKey: EVIDENCE_KEY,
    queryFn: ({ signal }) => signalbox.evidence.list({ signal }),
  });
  if (error !== null) return <ErrorPanel error={error} />;
  if (data === undefined) return <Skeleton />;
  const mayErase = ({ kind }: Evidence): boolean => (kind === "file" ? canWrite : isOwner);
  const action: Column<Evidence> = {
    name: "Erase",
    isNameHidden: true,
    isPinned: true,
    show: (one) =>
      mayErase(one) ? (
        <Button kind="danger" onClick={() => setChosen(one)} label={`Erase ${one.name}`}>
          Erase
        </Button>
      ) : null,
  };
  return (
    <Panel title="Evidence" isFlush>
      {data.data.length === 0 ? (
        <EmptyState title="Nothing to learn from yet">
          Reports on answers and files of evaluations are listed here, each with the way to erase it.
        </EmptyState>
      ) : (
        <DataTable
          label="Evidence"
          isStacked
          rows={data.data}
          idOf={({ id }) => id}
          columns={canWrite ? [...COLUMNS, action] : COLUMNS}
        />
      )}
      {chosen === undefined ? null : <EraseDialog one={chosen} onClose={() => setChosen(undefined)} />}
    </Panel>
  );
}
