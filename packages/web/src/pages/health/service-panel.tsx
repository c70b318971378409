// How the service itself does: figures over a span of time, the same over time, and the state of its parts now.
import type { AccountSettings, SettingsInForce } from "@signalbox/sdk";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/preact-query";
import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { Link } from "wouter-preact";

import { signalbox } from "../../api/client.ts";
import { ACCOUNT_KEYS, useAccount } from "../../api/queries/lists.ts";
import { boundedTimes } from "../../api/queries/overview.ts";
import { useAction } from "../../api/use-action.ts";
import { TimeChart } from "../../charts/time-chart.tsx";
import { NumberField } from "../../components/field.tsx";
import { FigureList } from "../../components/figure-list.tsx";
import type { Figure } from "../../components/figure-list.tsx";
import { Form, faultOf } from "../../components/form-error.tsx";
import { showToast } from "../../components/toasts.tsx";
import { decisionsHref } from "../../lib/explore.ts";
import { ago, count, milliseconds, percent, seconds, counted } from "../../lib/format.ts";
import { limitHint, SAY } from "../../lib/phrases.ts";
import { SECONDS, SHARE } from "../../lib/units.ts";
import type { Range } from "../../lib/range.ts";
import { useRights } from "../../session/session.ts";
import { useSelect } from "../../lib/use-select.ts";
import { Answered } from "../../components/states.tsx";

const REFRESH_MS = 20_000;

type Health = Awaited<ReturnType<typeof signalbox.serviceHealth>>;

interface Props {
  readonly range: Range;
  /** Narrows the page to the span that was dragged over. */
  readonly onRange: (range: Range) => void;
}

export function ServicePanel({ range, onRange }: Props): ComponentChildren {
  const health = useQuery({
    queryKey: ["service-health", range],
    queryFn: ({ signal }) => signalbox.serviceHealth(boundedTimes(range), { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
  return (
    <Answered query={health}>
      {(data) => (
        <>
          <FigureList figures={figuresOf(data, range)} />
          {data.series.length === 0 ? null : <ServiceCharts health={data} onRange={onRange} />}
          <Limits limits={data.limits} />
        </>
      )}
    </Answered>
  );
}

/** The limits that the service watches by itself, whether anything is wrong now or not. */
function Limits({ limits }: Pick<Health, "limits">): ComponentChildren {
  const { error_share: errors, disk_free_share: disk, task_failures: failures } = limits;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="panel panel-body" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>When the service raises an alert</summary>
      <ul className="bullets">
        <li>Over {percent(errors, 1)} of the requests of two hours fail.</li>
        <li>One request in a hundred of two hours takes over {seconds(limits.seconds_p99)}.</li>
        <li>Under {percent(disk, 1)} of the disk of the data directory is free.</li>
        <li>
          A replica has over {count(limits.journal_queued)} decisions to write, keeps them in a file, or is
          silent for two minutes.
        </li>
        <li>The database takes over {seconds(limits.database_seconds)} to answer.</li>
        <li>{SAY.alertsOnRefusals}</li>
        <li>A task in the background, such as learning, fails {failures} times in a row.</li>
      </ul>
      {isOpen ? <OwnLimits /> : null}
      <p className="hint">
        The operator of the service sets the defaults of empty limits:{" "}
        <code>SIGNALBOX_ALERT_ERROR_SHARE_MAX</code>, <code>SIGNALBOX_ALERT_LATENCY_MS_MAX</code>.{" "}
        <Link href="/settings">Where alerts are sent, and a test</Link>.
      </p>
    </details>
  );
}

function OwnLimits(): ComponentChildren {
  const account = useAccount();
  return account.data === undefined ? null : (
    <OwnLimitsForm settings={account.data.settings} inForce={account.data.in_force} />
  );
}

const typed = (value: number | null): string => (value === null ? "" : String(Number(value.toFixed(6))));
const read = (text: string): number | null => (text === "" ? null : Number(text));

const WRITE = {
  alert_error_share: (share: number) => percent(share, 1),
  alert_seconds_p99: seconds,
} as const;

const hintOf = (inForce: SettingsInForce, settings: AccountSettings, name: keyof typeof WRITE): string =>
  limitHint(inForce[name], { own: settings[name], write: WRITE[name], none: "no limit" });

interface LimitsFormProps {
  readonly settings: AccountSettings;
  readonly inForce: SettingsInForce;
}

/** The organisation's own limits for what its callers feel. */
function OwnLimitsForm({ settings, inForce }: LimitsFormProps): ComponentChildren {
  const { isOwner } = useRights();
  const { alert_error_share: errorShare } = settings;
  const [failed, setFailed] = useState(typed(errorShare === null ? null : errorShare * 100));
  const [slow, setSlow] = useState(typed(settings.alert_seconds_p99));
  const client = useQueryClient();
  const save = useAction(
    () => {
      const percents = read(failed);
      const share = percents === null ? null : percents / 100;
      const limits = { alert_error_share: share, alert_seconds_p99: read(slow) };
      return signalbox.account.update({ settings: limits });
    },
    {
      stale: [["service-health"]],
      onDone: (saved) => {
        client.setQueryData(ACCOUNT_KEYS.current, saved);
        showToast("Limits saved.");
      },
    },
  );
  return (
    <Form
      action={save}
      verb="Save the limits"
      shown="alert_error_share alert_seconds_p99"
      kind="plain"
      isDisabled={!isOwner}
      beside={isOwner ? null : <span className="hint">{SAY.ownersOnly}</span>}
    >
      <div className="grid-fields">
        <NumberField
          label="Failed requests of two hours, at most, %"
          hint={hintOf(inForce, settings, "alert_error_share")}
          value={failed}
          error={faultOf(save.error, "alert_error_share")}
          onChange={setFailed}
        />
        <NumberField
          label="One request in a hundred takes at most, s"
          hint={hintOf(inForce, settings, "alert_seconds_p99")}
          value={slow}
          error={faultOf(save.error, "alert_seconds_p99")}
          onChange={setSlow}
        />
      </div>
    </Form>
  );
}

/** A request that failed left no decision: an hour of these charts opens the decisions that were made beside it. */
function ServiceCharts({
  health,
  onRange,
}: Pick<Props, "onRange"> & { readonly health: Health }): ComponentChildren {
  const { series } = health;
  const times = series.map(({ at }) => at);
  const onSelect = useSelect({ times, bucketS: health.bucket_s, onRange, sort: "decide_us" });
  const shared = { times, onSelect, kind: "line" } as const;
  return (
    <div className="grid-2">
      <TimeChart
        {...shared}
        title="Time to answer"
        fileName="time-to-answer"
        summary="Whole requests for a decision, over all replicas."
        series={[
          { name: "p50", values: series.map((bucket) => bucket.seconds_p50) },
          { name: "p95", values: series.map((bucket) => bucket.seconds_p95) },
          { name: "p99", values: series.map((bucket) => bucket.seconds_p99) },
        ]}
        unit={SECONDS}
      />
      <TimeChart
        {...shared}
        title="Errors and refusals"
        fileName={REFUSALS}
        summary="Shares of all requests that failed, or were refused under load or over a rate limit."
        series={[
          { name: "failed", values: series.map((bucket) => bucket.errors) },
          { name: "turned away, overloaded", values: series.map((bucket) => bucket.shed) },
          { name: "over a rate limit", values: series.map((bucket) => bucket.limited) },
        ]}
        reach={0.01}
        unit={SHARE}
      />
    </div>
  );
}

const REFUSALS = "errors-and-refusals";

function figuresOf(
  { total, database, replicas, series, catalogue, ...health }: Health,
  range: Range,
): readonly Figure[] {
  const nowMs = Date.now();
  const refusals = series.length === 0 ? {} : { href: `#${REFUSALS}` };
  const alive = replicas.filter((replica) => replica.is_alive);
  const queued = alive.reduce((sum, replica) => sum + replica.journal_queued, 0);
  const versions = [...new Set(alive.map(({ version }) => version))].join(", ");
  const pool =
    database.connections === null
      ? "a file"
      : `${count(database.connections)} of ${count(database.connections_max)} connections`;
  const pricesAge = `prices ${counted(catalogue.prices_days, "day")} old`;
  return [
    {
      name: "Time to answer",
      value: seconds(total.seconds_p50),
      hint: `p95 ${seconds(total.seconds_p95)}, p99 ${seconds(total.seconds_p99)}`,
      href: decisionsHref(range, {}, "decide_us"),
    },
    { name: "Errors", value: percent(total.errors, 2), hint: "of all requests", ...refusals },
    {
      name: "Overload",
      value: percent(total.shed, 2),
      hint: `turned away; ${percent(total.limited, 2)} over a rate limit`,
      ...refusals,
    },
    {
      name: "Journal",
      value: count(queued),
      hint: `${alive.some((one) => one.is_spooling) ? "on the local disk" : "waiting"}; last decision ${ago(health.last_decision_at, nowMs)}, learned ${ago(health.learned_at, nowMs)}`,
      href: decisionsHref(range),
    },
    {
      name: "Catalogue",
      value: counted(catalogue.facts_days, "day"),
      hint: catalogue.warning ?? `age of the facts; ${pricesAge}`,
    },
    { name: "Database", value: milliseconds(database.answer_ms), hint: `${database.kind}, ${pool}` },
    {
      name: "Replicas",
      value: count(alive.length),
      hint: `${replicas.length - alive.length} gone within a day${versions === "" ? "" : `; ${versions}`}`,
    },
  ];
}
