import type { Preference, PreferenceVersion } from "@signalbox/sdk";
import { useQueryClient } from "@tanstack/preact-query";
import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";

import { signalbox } from "../../api/client.ts";
import { usePages } from "../../api/use-pages.ts";
import { PREFERENCE_KEYS } from "../../api/queries/lists.ts";
import { useRights } from "../../session/session.ts";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import type { Column } from "../../components/data-table.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { DiffView } from "../../components/diff-view.tsx";
import { ListPanel } from "../../components/list-panel.tsx";
import { showToast } from "../../components/toasts.tsx";
import { stableJson } from "../../lib/diff.ts";
import { dateTime } from "../../lib/format.ts";
import { PolicyWords } from "../../components/policy-text.tsx";

type Task = { readonly kind: "diff" | "rollback"; readonly version: PreferenceVersion };

export function VersionsPanel({ preference }: { readonly preference: Preference }): ComponentChildren {
  const [task, setTask] = useState<Task>();
  const { canWrite } = useRights();
  const list = usePages<PreferenceVersion>(PREFERENCE_KEYS.versions(preference.id), (cursor, signal) =>
    signalbox.preferences.versions(preference.id, { ...(cursor !== undefined && { cursor }) }, { signal }),
  );
  return (
    <>
      <ListPanel
        label="Versions"
        list={list}
        idOf={(one) => String(one.version)}
        columns={columnsFor(canWrite, setTask)}
        empty={null}
      />
      {task === undefined ? null : (
        <VersionTask task={task} preference={preference} onClose={() => setTask(undefined)} />
      )}
    </>
  );
}

function columnsFor(canWrite: boolean, onTask: (task: Task) => void): readonly Column<PreferenceVersion>[] {
  const actions = (version: PreferenceVersion): ComponentChildren =>
    version.is_current ? null : (
      <span className="row">
        <Button size="small" onClick={() => onTask({ kind: "diff", version })}>
          Compare<span className="visually-hidden"> version {version.version}</span>
        </Button>
        <Button size="small" isDisabled={!canWrite} onClick={() => onTask({ kind: "rollback", version })}>
          Roll back<span className="visually-hidden"> to version {version.version}</span>
        </Button>
      </span>
    );
  return [
    {
      name: "Version",
      show: (one) => (
        <>
          {one.version} {one.is_current ? <Badge tone="clear">in force</Badge> : null}{" "}
          {one.restored_from === null ? null : <Badge>from {one.restored_from}</Badge>}
        </>
      ),
    },
    {
      name: "Does",
      isWide: true,
      show: (one) => (
        <span className="soft">
          <PolicyWords policy={one.policy} />
        </span>
      ),
    },
    { name: "Saved", show: (one) => dateTime(one.created_at) },
    { name: "By", show: (one) => one.created_by ?? "" },
    { name: "Actions", isNameHidden: true, show: actions },
  ];
}

interface TaskProps {
  readonly task: Task;
  readonly preference: Preference;
  readonly onClose: () => void;
}

function VersionTask({ task, preference, onClose }: TaskProps): ComponentChildren {
  const client = useQueryClient();
  const { version } = task.version;
  const rollback = async (): Promise<void> => {
    const restored = await signalbox.preferences.rollback(preference.id, version);
    await client.invalidateQueries({ queryKey: PREFERENCE_KEYS.all });
    showToast(`Version ${restored.version} brings version ${version} back.`);
  };
  if (task.kind === "diff")
    return (
      <Dialog title={`Version ${version} against ${preference.version}`} onClose={onClose} width="wide">
        <DiffView before={policyText(task.version)} after={policyText(preference)} />
      </Dialog>
    );
  return (
    <ConfirmDialog
      title={`Roll back to version ${version}`}
      verb="Roll back"
      onClose={onClose}
      onConfirm={rollback}
    >
      Its policy becomes a new version and is in force for the next request. Nothing is lost.
      <DiffView before={policyText(preference)} after={policyText(task.version)} />
    </ConfirmDialog>
  );
}

const policyText = ({ name, policy }: { readonly name: string; readonly policy: unknown }): string =>
  stableJson({ name, policy });
