// Two routers side by side: what each reached on rows that it had not seen, and both over the same past traffic.
import type { CommonRows, CustomRouter } from "@signalbox/sdk";
import { useQuery } from "@tanstack/preact-query";
import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";

import { signalbox } from "../../api/client.ts";
import { ROUTER_KEYS } from "../../api/queries/lists.ts";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { DataTable } from "../../components/data-table.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { FormError } from "../../components/form-error.tsx";
import { Skeleton } from "../../components/states.tsx";
import { filterQuery, isFiltered } from "../../lib/explore.ts";
import {
  count,
  DASH,
  dateTime,
  intervalWords,
  percent,
  signedPercent,
  signedPoints,
  usd,
} from "../../lib/format.ts";
import { timesOf } from "../../lib/range.ts";
import { ShownReplay } from "../replays/shown-replay.tsx";
import { ALL_TRAFFIC, TryScope } from "../replays/try-scope.tsx";
import { isRunning, useReplay, useReplayId } from "../replays/use-replay.ts";
import { SAY } from "../../lib/phrases.ts";

const DECISIONS_MAX = 100_000;

interface Measure {
  readonly name: string;
  readonly show: (router: CustomRouter) => string;
}

const gainWords = ({ held_out: report }: CustomRouter): string =>
  report?.gain ? intervalWords(report.gain, signedPoints) : DASH;

const MEASURES: readonly Measure[] = [
  {
    name: "Score on rows it has not seen",
    show: ({ held_out: report }) => percent(report?.score ?? null, 1),
  },
  { name: "Against the shipped router on the same rows", show: gainWords },
  {
    name: "Dollars a call beside the shipped router's",
    show: ({ held_out: report }) => signedPercent(report?.usd_change ?? null),
  },
  { name: "Rows held out", show: ({ held_out: report }) => count(report?.rows ?? null) },
  { name: "Rows in all", show: ({ rows }) => count(rows) },
  { name: "Models", show: ({ labels }) => labels.join(", ") },
  { name: "Data from", show: ({ created_at: at }) => dateTime(at) },
  { name: "In use", show: ({ is_active: isOn }) => (isOn ? "on" : "off") },
];

interface Props {
  readonly a: CustomRouter;
  readonly b: CustomRouter;
  readonly onClose: () => void;
}

export function CompareRouters({ a, b, onClose }: Props): ComponentChildren {
  return (
    <Dialog title={`${a.name} beside ${b.name}`} width="side" onClose={onClose}>
      <div className="stack-4">
        <DataTable<Measure>
          label="Routers side by side"
          rows={MEASURES}
          idOf={({ name }) => name}
          isStacked
          columns={[
            { name: "Measure", show: ({ name }) => name },
            { name: a.name, show: ({ show }) => show(a) },
            { name: b.name, show: ({ show }) => show(b) },
          ]}
        />
        <OnCommonRows a={a} b={b} />
        <OnTraffic a={a} b={b} />
      </div>
    </Dialog>
  );
}

const differenceWords = (of: CommonRows["difference"], show: (value: number) => string): string =>
  of === null ? "too few for an interval" : intervalWords(of, show);

/** Sums up the rows, or says why they show nothing. */
export function commonWords({ common, alike, a, b, truncated }: CommonRows): string {
  if (a.rows === 0 || b.rows === 0)
    return "Rows are kept with only one of them, or with none, so there is nothing that both can be judged on.";
  if (common === 0) return "They were trained from different prompts: no row is common to both.";
  const first = truncated ? " Of each the first 200,000 rows were read." : "";
  return `${count(common)} prompts are common to both; on ${count(alike)} they picked alike. Each is judged by what it picked before it had seen the prompt.${first}`;
}

/** The very same prompts, whatever else each file holds. */
function OnCommonRows({ a, b }: Omit<Props, "onClose">): ComponentChildren {
  const { data, error } = useQuery({
    queryKey: ROUTER_KEYS.common(a.id, b.id),
    queryFn: ({ signal }) => signalbox.customRouters.get(a.id, { with: b.id }, { signal }),
    select: ({ common }) => common ?? undefined,
  });
  const measures: readonly (readonly [string, string, string, string])[] =
    data === undefined
      ? []
      : [
          [
            "Score",
            percent(data.a.score, 1),
            percent(data.b.score, 1),
            differenceWords(data.difference, signedPoints),
          ],
          [
            SAY.dollarsACall,
            usd(data.a.usd),
            usd(data.b.usd),
            differenceWords(data.difference_usd, signedUsd),
          ],
        ];
  return (
    <div className="stack">
      <h3>On the same rows</h3>
      <FormError error={error} />
      {data === undefined && error === null ? <Skeleton rows={3} /> : null}
      {data === undefined ? null : <p className="soft">{commonWords(data)}</p>}
      {data === undefined || data.common === 0 ? (
        <p className="soft">
          Each score above is of rows that its router has not seen, so two files may be of unlike difficulty:
          the gain over the shipped router compares better than the score.
        </p>
      ) : (
        <DataTable
          label="On the same rows"
          rows={measures}
          idOf={([name]) => name}
          isStacked
          columns={[
            { name: "Measure", show: ([name]) => name },
            { name: a.name, isNumber: true, show: ([, value]) => value },
            { name: b.name, isNumber: true, show: ([, , value]) => value },
            { name: "Difference", isNumber: true, show: ([, , , value]) => value },
          ]}
        />
      )}
    </div>
  );
}

const signedUsd = (value: number): string =>
  `${value > 0 ? "+" : value < 0 ? "-" : ""}${usd(Math.abs(value))}`;

/** Both decide the same past conversations again. */
function OnTraffic({ a, b }: Omit<Props, "onClose">): ComponentChildren {
  const [scope, setScope] = useState(ALL_TRAFFIC);
  const [id, setId] = useReplayId();
  const { data: shown } = useReplay(id);
  const run = useAction(
    () =>
      signalbox.replay.create({
        a: { policy: { custom_router_id: a.id } },
        b: { policy: { custom_router_id: b.id } },
        ...timesOf(scope.range, Date.now()),
        ...(isFiltered(scope.filters) && { filter: filterQuery(scope.filters) }),
        decisions_max: DECISIONS_MAX,
      }),
    { onDone: (made) => setId(made.id) },
  );
  return (
    <div className="stack">
      <h3>On the same past traffic</h3>
      <TryScope scope={scope} onChange={setScope} />
      <div className="row">
        <Button kind="primary" isBusy={run.isBusy || isRunning(shown)} onClick={() => run.run()}>
          Compare on traffic
        </Button>
      </div>
      <FormError error={run.error} />
      {id === undefined ? null : <ShownReplay id={id} />}
    </div>
  );
}
