import type { CustomRouter } from "@signalbox/sdk";
import { useQuery, useQueryClient } from "@tanstack/preact-query";
import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { Link, useParams } from "wouter-preact";

import { signalbox } from "../../api/client.ts";
import { useAction } from "../../api/use-action.ts";
import { ROUTER_KEYS, PREFERENCE_KEYS } from "../../api/queries/lists.ts";
import { useRights } from "../../session/session.ts";
import { Button } from "../../components/button.tsx";
import { FormError } from "../../components/form-error.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Panel } from "../../components/panel.tsx";
import { ErrorPanel, Skeleton } from "../../components/states.tsx";
import { showToast } from "../../components/toasts.tsx";
import { count, percent } from "../../lib/format.ts";
import { TryDrawer } from "../replays/try-drawer.tsx";
import { useTrying } from "../replays/use-trying.ts";
import { KeptRows, TrainAgain } from "./kept-rows.tsx";
import { CheckList } from "./check-list.tsx";
import { ReportPanel } from "./report-panel.tsx";
import { SwitchOnDialog } from "./switch-on-dialog.tsx";
import { isWorking, RouterStatus } from "./router-status.tsx";

const CRUMB = { href: "/custom-routers", label: "Custom routers" };
const POLL_MS = 1000;

export function RouterPage(): ComponentChildren {
  const { id } = useParams<{ id: string }>();
  const router = useQuery({
    queryKey: ROUTER_KEYS.one(id),
    queryFn: ({ signal }) => signalbox.customRouters.get(id, { signal }),
    refetchInterval: (query) => {
      const { data } = query.state;
      return data !== undefined && isWorking(data) ? POLL_MS : false;
    },
  });
  if (router.data !== undefined) return <Loaded router={router.data} />;
  return (
    <>
      <PageHeader title="Custom router" crumb={CRUMB} />
      {router.isError ? (
        <ErrorPanel error={router.error} onRetry={() => void router.refetch()} />
      ) : (
        <Skeleton />
      )}
    </>
  );
}

function Loaded({ router }: { readonly router: CustomRouter }): ComponentChildren {
  return (
    <>
      <PageHeader title={router.name} crumb={CRUMB} actions={<Actions router={router} />}>
        {isWorking(router) && router.rows === 0
          ? "Its rows are being read."
          : `${count(router.rows)} rows, ${router.labels.length} models.`}
      </PageHeader>
      <div className="stack-4">
        {router.needs_training ? <PassedOver hasRows={router.kept_rows > 0} /> : null}
        {router.status === "ready" ? <ReportPanel routerId={router.id} /> : null}
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
              <Link href="/custom-routers/new">Upload the file again</Link>
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
          No rows are kept with it. <Link href="/custom-routers/new">Upload its evaluations again</Link> to
          train another.
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

function Actions({ router }: { readonly router: CustomRouter }): ComponentChildren {
  const [isAsking, setIsAsking] = useState(false);
  const client = useQueryClient();
  const { canWrite } = useRights();
  const [isTrying, setIsTrying] = useTrying();
  const settle = (next: CustomRouter): void => {
    client.setQueryData(ROUTER_KEYS.one(router.id), next);
    void client.invalidateQueries({ queryKey: ROUTER_KEYS.all });
    void client.invalidateQueries({ queryKey: PREFERENCE_KEYS.all });
  };
  const cancel = useAction(() => signalbox.customRouters.cancel(router.id), { onDone: settle });
  const switchOff = useAction(() => signalbox.customRouters.deactivate(router.id), {
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
      {router.status === "ready" ? (
        <Button onClick={() => setIsTrying(true)}>Try it on past traffic</Button>
      ) : null}
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
