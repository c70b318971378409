// The replays that the organisation keeps, as an interval plot: what each would have changed in dollars, success and seconds.
import type { Replay } from "@signalbox/sdk";
import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { Link, useLocation, useSearch } from "wouter-preact";

import { signalbox } from "../../api/client.ts";
import { useNames } from "../../api/queries/names.ts";
import type { Names } from "../../api/queries/names.ts";
import { PREFERENCE_KEYS } from "../../api/queries/lists.ts";
import { usePages } from "../../api/use-pages.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import type { Column } from "../../components/data-table.tsx";
import { ListPanel } from "../../components/list-panel.tsx";
import { EmptyState } from "../../components/states.tsx";
import { Time } from "../../components/time.tsx";
import { count, DASH, signedPoints, words } from "../../lib/format.ts";
import { useRights } from "../../session/session.ts";
import { DifferenceCell, domainOf } from "./difference-cell.tsx";
import { MEASURES, type Measure } from "../replays/replay-result.tsx";
import { scopeWords, sideWords } from "../replays/replay-words.ts";
import { useReplayId } from "../replays/use-replay.ts";

const [DOLLARS, LATENCY] = MEASURES;
const SUCCESS: Omit<Measure, "tick"> = {
  name: "Success",
  of: ({ difference }) => difference,
  show: signedPoints,
};

function measureColumn({ name, of, show }: typeof SUCCESS, rows: readonly Replay[]): Column<Replay> {
  const domain = domainOf(rows.flatMap(({ result }) => (result === null ? [] : [of(result)])));
  return {
    name,
    show: ({ result }) =>
      result === null ? (
        DASH
      ) : (
        <DifferenceCell interval={of(result)} domain={domain} name={name} show={show} />
      ),
  };
}

function ReplayLink({ replay }: { readonly replay: Replay }): ComponentChildren {
  const [path] = useLocation();
  const parameters = new URLSearchParams(useSearch());
  parameters.set("replay", replay.id);
  return (
    <Link href={`${path}?${parameters.toString()}`}>
      {sideWords(replay.a)} → {sideWords(replay.b)}
    </Link>
  );
}

interface Context {
  readonly names: Names;
  readonly remove: (replay: Replay) => void;
}

const columnsOf = (rows: readonly Replay[], { names, remove }: Context): readonly Column<Replay>[] => [
  { name: "Compared", isWide: true, show: (replay) => <ReplayLink replay={replay} /> },
  ...[DOLLARS, SUCCESS, LATENCY].map((measure) => measureColumn(measure, rows)),
  {
    name: "Decisions",
    isNumber: true,
    show: ({ result, status }) => (result === null ? words(status) : count(result.decisions)),
  },
  {
    name: "Asked",
    isWide: true,
    show: (replay) => (
      <>
        <Time at={replay.created_at} />
        {replay.created_by === null ? "" : ` by ${replay.created_by}`}
        <br />
        <span className="small faint">on {scopeWords(replay, names)}</span>
      </>
    ),
  },
  {
    name: "Delete",
    isNameHidden: true,
    show: (replay) => (
      <Button
        size="small"
        kind="quiet"
        label={`Delete ${sideWords(replay.b)}`}
        onClick={() => remove(replay)}
      >
        Delete
      </Button>
    ),
  },
];

export function ReplayHistory(): ComponentChildren {
  const list = usePages(PREFERENCE_KEYS.replays, (cursor, signal) =>
    signalbox.replay.list(cursor === undefined ? {} : { cursor }, { signal }),
  );
  const { canWrite } = useRights();
  const [shown, show] = useReplayId();
  const [removed, setRemoved] = useState<Replay>();
  const remove = async ({ id }: Replay): Promise<void> => {
    await signalbox.replay.delete(id);
    if (shown === id) show(undefined);
    list.reload();
  };
  const columns = columnsOf(list.rows, { names: useNames(), remove: setRemoved });
  return (
    <>
      <ListPanel
        label="Replays"
        list={list}
        idOf={({ id }) => id}
        columns={canWrite ? columns : columns.slice(0, -1)}
        title="Replays so far"
        empty={
          <EmptyState title="No replay yet">Each change that you try on past traffic stays here.</EmptyState>
        }
        foot={<span className="hint">Dots are means of the second less the first; whiskers hold 95 %.</span>}
      />
      {removed === undefined ? null : (
        <ConfirmDialog
          title="Delete this replay?"
          verb="Delete"
          onClose={() => setRemoved(undefined)}
          onConfirm={() => remove(removed)}
        >
          {sideWords(removed.a)} → {sideWords(removed.b)}. It can be run again while its decisions are kept.
        </ConfirmDialog>
      )}
    </>
  );
}
