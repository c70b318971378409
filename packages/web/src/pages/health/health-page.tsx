// The state of the service: open alerts, the figures of the service, settled alerts.

import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { Link } from "wouter-preact";
import { openAlerts, useDrift, DRIFT_KEY, isHandled, type Alert } from "../../api/queries/drift.ts";
import { SelectField } from "../../components/choice.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Panel } from "../../components/panel.tsx";
import { RangeControl } from "../../components/range-control.tsx";
import { ErrorPanel } from "../../components/states.tsx";
import { capital, dateTime, words } from "../../lib/format.ts";
import { useExplore } from "../../lib/use-explore.ts";
import { DRIFT_RANGE } from "../learning/calibration.tsx";
import { ServicePanel } from "./service-panel.tsx";
import { signalbox } from "../../api/client.ts";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { TextField } from "../../components/field.tsx";
import { FormError } from "../../components/form-error.tsx";
import { decisionsHref } from "../../lib/explore.ts";
import { filled } from "../../lib/values.ts";
import { useRights } from "../../session/session.ts";

const SILENCES = [
  { value: "", label: "Not at all" },
  { value: "3600", label: "For an hour" },
  { value: "86400", label: "For a day" },
  { value: "604800", label: "For a week" },
] as const;

/** An alert with the decisions behind it, who looks after it, and when it was over. */
export function AlertRow({ alert }: { readonly alert: Alert }): ComponentChildren {
  const { resolved_at: resolvedAt, muted_until: mutedUntil } = alert;
  const { canWrite } = useRights();
  const [isAsked, setIsAsked] = useState(false);
  const reopen = useAction(() => signalbox.alerts.update(alert.id, { acknowledged: false, muted_s: 0 }), {
    stale: [DRIFT_KEY],
  });
  return (
    <div className="banner" data-tone={resolvedAt === null ? "caution" : "clear"}>
      <span>
        <strong>{capital(words(alert.kind))}.</strong> {alert.message}{" "}
        <span className="small">
          {dateTime(alert.at)}
          {resolvedAt === null ? "" : `, settled ${dateTime(resolvedAt)}`}
          {alert.handled_by === null ? "" : `; ${alert.handled_by}: ${alert.note ?? "seen"}`}
          {mutedUntil === null ? "" : `; muted until ${dateTime(mutedUntil)}`}
        </span>
      </span>
      <span className="row">
        <Link href={hrefOf(alert)}>Decisions behind it</Link>
        {resolvedAt !== null || !canWrite ? null : isHandled(alert) ? (
          <Button size="small" isBusy={reopen.isBusy} onClick={() => reopen.run()}>
            Reopen
          </Button>
        ) : (
          <Button size="small" onClick={() => setIsAsked(true)}>
            Acknowledge
          </Button>
        )}
      </span>
      <FormError error={reopen.error} />
      {isAsked ? <HandleDialog alert={alert} onClose={() => setIsAsked(false)} /> : null}
    </div>
  );
}

const hrefOf = ({ label, field, key_id: key, preference_id: preference }: Alert): string =>
  decisionsHref(DRIFT_RANGE, {
    label: label ?? "",
    field: field ?? "",
    key_id: key ?? "",
    preference_id: preference ?? "",
  });

interface HandleProps {
  readonly alert: Alert;
  readonly onClose: () => void;
}

function HandleDialog({ alert, onClose }: HandleProps): ComponentChildren {
  const [note, setNote] = useState("");
  const [silence, setSilence] = useState<(typeof SILENCES)[number]["value"]>("");
  return (
    <ConfirmDialog
      title="Acknowledge the alert"
      verb="Acknowledge"
      kind="primary"
      onClose={onClose}
      stale={[DRIFT_KEY]}
      onConfirm={() =>
        signalbox.alerts.update(alert.id, {
          acknowledged: true,
          ...(filled(note) !== undefined && { note: note.trim() }),
          ...(silence !== "" && { muted_s: Number(silence) }),
        })
      }
    >
      <div className="stack">
        <p>It leaves the banner of every page, and stays here until it is over.</p>
        <TextField label="Why" value={note} onChange={setNote} maxLength={500} />
        <SelectField label="Mute" value={silence} options={SILENCES} onChange={setSilence} />
      </div>
    </ConfirmDialog>
  );
}

export function HealthPage(): ComponentChildren {
  const drift = useDrift();
  const { range, setRange } = useExplore("1");
  const settled = (drift.data?.alerts ?? []).filter(({ resolved_at: resolvedAt }) => resolvedAt !== null);
  return (
    <>
      <PageHeader title="Health" actions={<RangeControl range={range} onChange={setRange} />}>
        How the service does. <Link href="/settings">Where alerts are sent</Link>;{" "}
        <Link href="/learning">whether estimates come true</Link>.
      </PageHeader>
      <div className="stack-4">
        {openAlerts(drift.data).map((alert) => (
          <AlertRow key={alert.id} alert={alert} />
        ))}
        <ServicePanel range={range} onRange={setRange} />
        {drift.isError ? <ErrorPanel error={drift.error} onRetry={() => void drift.refetch()} /> : null}
        {settled.length === 0 ? null : (
          <Panel title="Settled alerts">
            <div className="stack">
              {settled.map((alert) => (
                <AlertRow key={alert.id} alert={alert} />
              ))}
            </div>
          </Panel>
        )}
      </div>
    </>
  );
}
