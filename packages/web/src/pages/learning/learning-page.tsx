import type { CustomRouter } from "@signalbox/sdk";
import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { Link } from "wouter-preact";

import { signalbox } from "../../api/client.ts";
import { usePages } from "../../api/use-pages.ts";
import { ROUTER_KEYS } from "../../api/queries/lists.ts";
import { useGroups } from "../../api/queries/overview.ts";
import { Badge } from "../../components/badge.tsx";
import { Button, LinkButton } from "../../components/button.tsx";
import type { Column } from "../../components/data-table.tsx";
import { ListPanel } from "../../components/list-panel.tsx";
import { Name } from "../../components/name.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { EmptyState } from "../../components/states.tsx";
import { Time } from "../../components/time.tsx";
import { count, percent, signedPercent, signedPoints } from "../../lib/format.ts";
import { Calibration } from "./calibration.tsx";
import { EvidencePanel } from "./evidence.tsx";
import { CompareRouters } from "./compare-routers.tsx";
import { RouterStatus } from "./router-status.tsx";
import { SAY } from "../../lib/phrases.ts";

const MONTH = { span: "30", from: "", to: "" } as const;

/** Share of the month's decisions by preference. */
function useShares(): ReadonlyMap<string, number> {
  const { data } = useGroups(MONTH, "preference");
  return new Map(data?.groups.map(({ value, share }) => [value, share]));
}

function Gain({ router: { held_out: report } }: { readonly router: CustomRouter }): ComponentChildren {
  if (report === null || report.gain === null) return "–";
  const { mean, low, high } = report.gain;
  return (
    <>
      {signedPoints(mean)} <br />
      <span className="small faint">
        {low > 0 || high < 0 ? `${signedPoints(low)} to ${signedPoints(high)}` : "not distinguished"}
      </span>
    </>
  );
}

function InUse({
  router,
  share,
}: {
  readonly router: CustomRouter;
  readonly share: number;
}): ComponentChildren {
  if (!router.is_active) return "";
  const words = `on, ${percent(share)} of the decisions of 30 days`;
  return router.preference_id === null ? (
    <Badge tone="clear">on</Badge>
  ) : (
    <Link href={`/preferences/${router.preference_id}`}>{words}</Link>
  );
}

type ColumnsOf = Column<CustomRouter>[];

interface Choice {
  readonly chosen: readonly string[];
  readonly onChoose: (id: string) => void;
}

/** @param choice absent while there are no two to put side by side */
const columnsOf = (shares: ReadonlyMap<string, number>, choice: Choice | undefined): ColumnsOf => [
  {
    name: "Name",
    show: (one) => (
      <span className="row">
        {choice === undefined || one.status !== "ready" ? null : (
          <input
            type="checkbox"
            aria-label={`Compare ${one.name}`}
            checked={choice.chosen.includes(one.id)}
            onChange={() => choice.onChoose(one.id)}
          />
        )}
        <Link href={`/learning/${one.id}`}>
          <strong>
            <Name name={one.name} />
          </strong>
        </Link>
      </span>
    ),
  },
  { name: "Status", show: (one) => <RouterStatus router={one} /> },
  {
    name: "Score, held out",
    isNumber: true,
    show: ({ held_out: report }) =>
      report === null ? (
        "–"
      ) : (
        <>
          {percent(report.score, 1)} <br />
          <span className="small faint">n = {count(report.rows)}</span>
        </>
      ),
  },
  { name: "Against the shipped", isNumber: true, show: (one) => <Gain router={one} /> },
  {
    name: SAY.dollarsACall,
    isNumber: true,
    show: ({ held_out: report }) => signedPercent(report?.usd_change ?? null),
  },
  {
    name: "Rows",
    isNumber: true,
    show: (one) =>
      one.rows === 0 ? (
        "–"
      ) : (
        <>
          {count(one.rows)} <br />
          <span className="small faint">{one.labels.length} models</span>
        </>
      ),
  },
  {
    name: "In use",
    show: (one) => <InUse router={one} share={shares.get(one.preference_id ?? "") ?? 0} />,
  },
  { name: "Data from", show: (one) => <Time at={one.created_at} /> },
];

/** Two of them can be put side by side. */
const PAIR = 2;

export function LearningPage(): ComponentChildren {
  const list = usePages<CustomRouter>(ROUTER_KEYS.list, (cursor, signal) =>
    signalbox.customRouters.list({ ...(cursor !== undefined && { cursor }) }, { signal }),
  );
  const shares = useShares();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [isCompared, setIsCompared] = useState(false);
  const pair = list.rows.filter(({ id }) => chosen.includes(id));
  const [a, b] = pair;
  const choose = (id: string): void =>
    setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id].slice(-PAIR));
  const ready = list.rows.filter(({ status }) => status === "ready");
  const train = (
    <LinkButton href="/learning/new" kind="primary">
      {SAY.trainARouter}
    </LinkButton>
  );
  return (
    <>
      <PageHeader
        title="Learning"
        actions={
          <>
            {ready.length < PAIR ? null : (
              <Button isDisabled={pair.length < PAIR} onClick={() => setIsCompared(true)}>
                {pair.length < PAIR ? "Choose two to compare" : "Compare the two"}
              </Button>
            )}
            {train}
          </>
        }
      >
        What your reports say of the estimates of 30 days, and routers fitted to your own evaluations.
      </PageHeader>
      <div className="stack-4">
        <Calibration />
        <ListPanel
          title="Custom routers"
          label="Custom routers"
          list={list}
          columns={columnsOf(shares, ready.length < PAIR ? undefined : { chosen, onChoose: choose })}
          idOf={(one) => one.id}
          find={{ label: "Find a router", textOf: ({ name }) => name }}
          empty={
            <EmptyState title="None trained yet" action={train}>
              Bring prompts with a score for each model, at least 25 of them. The report shows whether it pays
              before anything is switched on.
            </EmptyState>
          }
        />
        <EvidencePanel />
      </div>
      {isCompared && a !== undefined && b !== undefined ? (
        <CompareRouters a={a} b={b} onClose={() => setIsCompared(false)} />
      ) : null}
    </>
  );
}
