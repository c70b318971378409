// How the service itself does: figures over a span of time, the same over time, and the state of its parts now.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";

import { signalbox } from "../../api/client.ts";
import { boundedTimes } from "../../api/queries/overview.ts";
import { TimeChart } from "../../charts/time-chart.tsx";
import { ErrorPanel, Skeleton } from "../../components/states.tsx";
import { ago, count, milliseconds, percent, seconds } from "../../lib/format.ts";
import type { Range } from "../../lib/range.ts";

const REFRESH_MS = 20_000;

type Health = Awaited<ReturnType<typeof signalbox.serviceHealth>>;

export function ServicePanel({ range }: { readonly range: Range }): ReactNode {
  const health = useQuery({
    queryKey: ["service-health", range],
    queryFn: ({ signal }) => signalbox.serviceHealth(boundedTimes(range), { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
  if (health.isError) return <ErrorPanel error={health.error} onRetry={() => void health.refetch()} />;
  if (health.data === undefined) return <Skeleton />;
  const { series } = health.data;
  return (
    <>
      <dl className="figures">
        {figuresOf(health.data).map(([name, value, hint]) => (
          <div key={name} className="figure">
            <dt className="plate">{name}</dt>
            <dd>
              {value}
              <div className="hint">{hint}</div>
            </dd>
          </div>
        ))}
      </dl>
      {series.length === 0 ? null : (
        <TimeChart
          title="Time to answer"
          fileName="time-to-answer"
          summary="Whole requests for a decision, over all replicas."
          times={series.map(({ at }) => at)}
          series={[
            { name: "p50", values: series.map((bucket) => bucket.seconds_p50) },
            { name: "p95", values: series.map((bucket) => bucket.seconds_p95) },
            { name: "p99", values: series.map((bucket) => bucket.seconds_p99) },
          ]}
          kind="line"
          format={seconds}
        />
      )}
    </>
  );
}

type Figure = readonly [name: string, value: string, hint: string];

function figuresOf({ total, database, replicas, ...health }: Health): readonly Figure[] {
  const nowMs = Date.now();
  const alive = replicas.filter((replica) => replica.is_alive);
  const queued = alive.reduce((sum, replica) => sum + replica.journal_queued, 0);
  const versions = [...new Set(alive.map(({ version }) => version))].join(", ");
  const pool =
    database.connections === null
      ? "a file"
      : `${count(database.connections)} of ${count(database.connections_max)} connections`;
  return [
    [
      "Time to answer",
      seconds(total.seconds_p50),
      `p95 ${seconds(total.seconds_p95)}, p99 ${seconds(total.seconds_p99)}`,
    ],
    ["Errors", percent(total.errors, 2), "of all requests"],
    ["Refused", percent(total.shed, 2), `overloaded; ${percent(total.limited, 2)} over a rate limit`],
    [
      "Journal",
      count(queued),
      `${alive.some((one) => one.is_spooling) ? "on the local disk" : "waiting"}; last decision ${ago(health.last_decision_at, nowMs)}, learned ${ago(health.learned_at, nowMs)}`,
    ],
    ["Database", milliseconds(database.answer_ms), `${database.kind}, ${pool}`],
    ["Replicas", count(alive.length), `${replicas.length - alive.length} gone within a day; ${versions}`],
  ];
}
