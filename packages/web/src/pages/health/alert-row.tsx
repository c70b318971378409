import { useQueryClient } from "@tanstack/preact-query";
import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { Link } from "wouter-preact";

import { signalbox } from "../../api/client.ts";
import { DRIFT_KEY, isHandled } from "../../api/queries/drift.ts";
import type { Alert } from "../../api/queries/drift.ts";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { SelectField } from "../../components/choice.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { TextField } from "../../components/field.tsx";
import { FormError } from "../../components/form-error.tsx";
import { decisionsHref } from "../../lib/explore.ts";
import { dateTime, words } from "../../lib/format.ts";
import { useRights } from "../../session/session.ts";
import { DRIFT_RANGE } from "./drift-tables.tsx";

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
  const client = useQueryClient();
  const reload = (): Promise<void> => client.invalidateQueries({ queryKey: DRIFT_KEY });
  const reopen = useAction(() => signalbox.alerts.update(alert.id, { acknowledged: false, muted_s: 0 }), {
    onDone: () => void reload(),
  });
  return (
    <div className="banner" data-tone={resolvedAt === null ? "caution" : "clear"}>
      <span>
        <strong>{words(alert.kind).replace(/^./, (letter) => letter.toUpperCase())}.</strong> {alert.message}{" "}
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
      {isAsked ? <HandleDialog alert={alert} onClose={() => setIsAsked(false)} onDone={reload} /> : null}
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
  readonly onDone: () => Promise<void>;
}

function HandleDialog({ alert, onClose, onDone }: HandleProps): ComponentChildren {
  const [note, setNote] = useState("");
  const [silence, setSilence] = useState<(typeof SILENCES)[number]["value"]>("");
  return (
    <ConfirmDialog
      title="Acknowledge the alert"
      verb="Acknowledge"
      kind="primary"
      onClose={onClose}
      onConfirm={async () => {
        const reason = note.trim();
        await signalbox.alerts.update(alert.id, {
          acknowledged: true,
          ...(reason !== "" && { note: reason }),
          ...(silence !== "" && { muted_s: Number(silence) }),
        });
        await onDone();
      }}
    >
      <div className="stack">
        <p>It leaves the banner of every page, and stays here until it is over.</p>
        <TextField label="Why" value={note} onChange={setNote} maxLength={500} />
        <SelectField label="Mute" value={silence} options={SILENCES} onChange={setSilence} />
      </div>
    </ConfirmDialog>
  );
}
