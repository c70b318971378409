import type { CustomRouter, CustomRouterDetail, CustomRouterReport } from "@signalbox/sdk";
import { useQuery, useQueryClient } from "@tanstack/preact-query";
import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { Link, useLocation, useParams } from "wouter-preact";
import { signalbox } from "../../api/client.ts";
import { useAction } from "../../api/use-action.ts";
import { EVIDENCE_KEY, ROUTER_KEYS, PREFERENCE_KEYS } from "../../api/queries/lists.ts";
import { useRights } from "../../session/session.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { FormError } from "../../components/form-error.tsx";
import { PageHeader, AnsweredPage } from "../../components/page-header.tsx";
import { Panel } from "../../components/panel.tsx";
import { showToast } from "../../components/toasts.tsx";
import { count, percent, signedPercent, usd } from "../../lib/format.ts";
import { TryDrawer } from "../replays/try-drawer.tsx";
import { useTrying } from "../replays/use-trying.ts";
import { CheckList } from "./check-list.tsx";
import { SwitchOnDialog, verdictOf } from "./switch-on-dialog.tsx";
import { isWorking, RouterStatus } from "./router-status.tsx";
import { CalibrationChart } from "../../charts/calibration-chart.tsx";
import { CostQualityPlot, type PlotPoint } from "../../charts/cost-quality-plot.tsx";
import { DataTable } from "../../components/data-table.tsx";
import { SAY } from "../../lib/phrases.ts";

type Point = CustomRouterReport["router"];

/** Names in the picture are short; the table beside it has them whole. */
const shortOf = (name: string): string => name.replace(" of the other folds", "");

/** Two standard errors make a 95 % interval; the plot draws one deviation. */
function toPoint({ name, usd_mean: cost, score_mean: success, low, high }: Point): PlotPoint {
  const spread = low === null || high === null ? 0 : (high - low) / 4;
  return { label: shortOf(name), cost, success, spread };
}

/** The held-out proof: router, shipped router and every baseline on the same rows. */
function ReportPanel({ report: data }: { readonly report: CustomRouterReport }): ComponentChildren {
  const rows = [data.router, ...(data.shipped === null ? [] : [data.shipped]), ...data.baselines];
  return (
    <div className="stack-4">
      <p className="lead" role="status">
        {verdictOf(data)} {priceWords(data)}
      </p>
      <div className="grid-2">
        {rows.some((row) => row.usd_mean !== null) ? (
          <CostQualityPlot
            title="Cost and quality, held out"
            fileName="custom-router"
            points={rows.map(toPoint)}
            line={data.curve.map(toPoint)}
            pickedLabel={shortOf(data.router.name)}
            unit="usd"
            measure="mean score"
          />
        ) : (
          <NoCosts />
        )}
        <CalibrationChart title="Calibration, held out" fileName="calibration" bins={data.calibration} />
      </div>
      <Panel title={`On ${count(data.rows_held_out)} rows it has not seen`} isFlush>
        <DataTable<Point>
          label="Router against baselines"
          isStacked
          rows={rows}
          idOf={(point) => point.name}
          isPicked={(point) => point === data.router}
          columns={[
            { name: "Router", show: (point) => point.name },
            { name: "Score", isNumber: true, show: (point) => percent(point.score_mean, 1) },
            { name: "95 % interval", isNumber: true, show: intervalOf },
            { name: SAY.dollarsACall, isNumber: true, show: (point) => usd(point.usd_mean) },
          ]}
        />
      </Panel>
      {data.notes.length === 0 ? null : (
        <details>
          <summary>How it was judged</summary>
          <ul className="bullets soft">
            {data.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

/** The cost of its picks beside that of the shipped router's; nothing where prices are unknown. */
function priceWords({ router, shipped }: CustomRouterReport): string {
  const [own, other] = [router.usd_mean, shipped?.usd_mean ?? null];
  if (own === null || other === null || other === 0) return "";
  return `A call costs ${usd(own)} by it and ${usd(other)} by the shipped one (${signedPercent(own / other - 1)}).`;
}

/** Without prices there is no cost axis to draw; the table below has the scores. */
function NoCosts(): ComponentChildren {
  return (
    <div className="banner">
      <div>
        <strong>No costs, so no plot of cost and quality.</strong> The file says how good the answers were,
        not what they cost. Add columns like <code>openai/gpt-6.2-sol/cost</code> with the dollars of each
        answer and upload it again.
      </div>
    </div>
  );
}

function intervalOf(point: Point): string {
  return point.low === null || point.high === null
    ? "–"
    : `${percent(point.low, 1)} to ${percent(point.high, 1)}`;
}

// The rows kept of the evaluations, so that the router can be trained again, and the way to delete it.

function KeptRows({ router }: { readonly router: CustomRouterDetail }): ComponentChildren {
  const [isDeleting, setIsDeleting] = useState(false);
  const [, navigate] = useLocation();
  const { canWrite } = useRights();
  return (
    <div className="row">
      {router.kept_rows === 0 ? null : (
        <span className="soft">{count(router.kept_rows)} rows are kept, to train it again from.</span>
      )}
      {canWrite && !isWorking(router) ? (
        <Button kind="danger" onClick={() => setIsDeleting(true)}>
          Delete the router
        </Button>
      ) : null}
      {isDeleting ? (
        <ConfirmDialog
          title={`Delete “${router.name}”`}
          verb="Delete"
          onClose={() => setIsDeleting(false)}
          stale={[EVIDENCE_KEY, ROUTER_KEYS.list]}
          onConfirm={async () => {
            await signalbox.evidence.erase(router.id);
            navigate("/learning");
          }}
        >
          Its rows, and what they taught, go with it.
        </ConfirmDialog>
      ) : null}
    </div>
  );
}

interface TrainAgainProps {
  readonly router: CustomRouter;
  readonly onDone: (next: CustomRouter) => void;
}

function TrainAgain({ router, onDone }: TrainAgainProps): ComponentChildren {
  const again = useAction(() => signalbox.customRouters.update(router.id, { state: "training" }), { onDone });
  if (isWorking(router) || router.kept_rows === 0) return null;
  return (
    <>
      <Button
        kind={router.needs_training ? "primary" : "plain"}
        isBusy={again.isBusy}
        onClick={() => again.run()}
      >
        Train again
      </Button>
      <FormError error={again.error} />
    </>
  );
}

const CRUMB = { href: "/learning", label: "Learning" };
const POLL_MS = 1000;

export function RouterPage(): ComponentChildren {
  const { id } = useParams<{ id: string }>();
  const router = useQuery({
    queryKey: ROUTER_KEYS.one(id),
    queryFn: ({ signal }) => signalbox.customRouters.get(id, {}, { signal }),
    refetchInterval: (query) => {
      const { data } = query.state;
      return data !== undefined && isWorking(data) ? POLL_MS : false;
    },
  });
  return (
    <AnsweredPage query={router} title="Custom router" crumb={CRUMB}>
      {(data) => <Loaded router={data} />}
    </AnsweredPage>
  );
}

function Loaded({ router }: { readonly router: CustomRouterDetail }): ComponentChildren {
  return (
    <>
      <PageHeader title={router.name} crumb={CRUMB} actions={<Actions router={router} />}>
        {isWorking(router) && router.rows === 0
          ? "Its rows are being read."
          : `${count(router.rows)} rows, ${router.labels.length} models.`}
      </PageHeader>
      <div className="stack-4">
        {router.needs_training ? <PassedOver hasRows={router.kept_rows > 0} /> : null}
        {router.report === null ? null : <ReportPanel report={router.report} />}
        <Panel title="Training" actions={<RouterStatus router={router} />}>
          {isWorking(router) ? <Progress router={router} /> : null}
          {router.error === null ? null : (
            <div className="banner" data-tone="stop" role="alert">
              {router.error}
            </div>
          )}
          <p className="soft">{router.labels.join(", ")}</p>
          <CheckList checks={router.checks} />
          {router.status === "failed" || router.status === "cancelled" ? (
            <p>
              <Link href="/learning/new">Upload the file again</Link>
            </p>
          ) : null}
          <KeptRows router={router} />
          {router.preference_id === null ? null : (
            <p>
              Requests use it through{" "}
              <Link href={`/preferences/${router.preference_id}`}>its preference</Link>.
            </p>
          )}
        </Panel>
      </div>
    </>
  );
}

/** Whether it is worth switching on: better than the shipped one by more than chance explains, or with none to compare with. */
const isAhead = ({ held_out: judged }: CustomRouter): boolean =>
  judged !== null && (judged.gain === null || judged.gain.low > 0);

function PassedOver({ hasRows }: { readonly hasRows: boolean }): ComponentChildren {
  return (
    <div className="banner" data-tone="caution" role="status">
      Decisions pass this router over: it was trained on another artefact, or by another release.{" "}
      {hasRows ? (
        "Train it again from its kept rows."
      ) : (
        <>
          No rows are kept with it. <Link href="/learning/new">Upload its evaluations again</Link> to train
          another.
        </>
      )}
    </div>
  );
}

function Progress({ router }: { readonly router: CustomRouter }): ComponentChildren {
  return (
    <div className="stack" role="status">
      <progress max={1} value={router.progress} aria-label="Training">
        {percent(router.progress)}
      </progress>
      <span className="soft">
        {router.phase}, {percent(router.progress)}
      </span>
    </div>
  );
}

function Actions({ router }: { readonly router: CustomRouterDetail }): ComponentChildren {
  const [isAsking, setIsAsking] = useState(false);
  const client = useQueryClient();
  const { canWrite } = useRights();
  const [isTrying, setIsTrying] = useTrying();
  const settle = (next: CustomRouter): void => {
    client.setQueryData(ROUTER_KEYS.one(router.id), { ...router, ...next });
    void client.invalidateQueries({ queryKey: ROUTER_KEYS.all });
    void client.invalidateQueries({ queryKey: PREFERENCE_KEYS.all });
  };
  const cancel = useAction(() => signalbox.customRouters.update(router.id, { state: "cancelled" }), {
    onDone: settle,
  });
  const switchOff = useAction(() => signalbox.customRouters.update(router.id, { state: "off" }), {
    onDone: (next) => {
      settle(next);
      showToast("Switched off.");
    },
  });
  if (!canWrite) return null;
  return (
    <>
      {isWorking(router) ? (
        <Button kind="danger" isBusy={cancel.isBusy} onClick={() => cancel.run()}>
          Cancel
        </Button>
      ) : null}
      {router.status === "ready" ? <Button onClick={() => setIsTrying(true)}>{SAY.tryIt}</Button> : null}
      {isTrying ? (
        <TryDrawer
          draft={{ name: router.name, policy: { custom_router_id: router.id } }}
          onClose={() => setIsTrying(false)}
        />
      ) : null}
      <TrainAgain router={router} onDone={settle} />
      {router.status === "ready" && (router.is_active || !router.needs_training) ? (
        <Button
          kind={!router.is_active && isAhead(router) ? "primary" : "plain"}
          isBusy={switchOff.isBusy}
          onClick={() => (router.is_active ? switchOff.run() : setIsAsking(true))}
        >
          {router.is_active ? "Switch off" : "Switch on"}
        </Button>
      ) : null}
      <FormError error={switchOff.error ?? cancel.error} />
      {isAsking ? (
        <SwitchOnDialog
          router={router}
          onClose={() => setIsAsking(false)}
          onDone={(next) => {
            settle(next);
            showToast("Switched on.");
          }}
        />
      ) : null}
    </>
  );
}
