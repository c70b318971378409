import type { Preference, PreferenceVersion } from "@signalbox/sdk";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ReactNode } from "react";

import { signalbox } from "../../api/client.ts";
import { usePages } from "../../api/use-pages.ts";
import { useRights } from "../../app/session.ts";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { DiffView } from "../../components/diff-view.tsx";
import { ListPanel } from "../../components/list-panel.tsx";
import { showToast } from "../../components/toasts.tsx";
import { stableJson } from "../../lib/diff.ts";
import { dateTime } from "../../lib/format.ts";
import { policyWords } from "./policy-words.ts";
import { PREFERENCES_KEY } from "./preferences-page.tsx";

type Task = { readonly kind: "diff" | "rollback"; readonly version: PreferenceVersion };

export function VersionsPanel({ preference }: { readonly preference: Preference }): ReactNode {
  const [task, setTask] = useState<Task>();
  const { canWrite } = useRights();
  const client = useQueryClient();
  const list = usePages<PreferenceVersion>(["preferences", "versions", preference.id], (cursor, signal) =>
    signalbox.preferences.versions(preference.id, { ...(cursor !== undefined && { cursor }) }, { signal }),
  );
  const rollback = async (version: number): Promise<void> => {
    const restored = await signalbox.preferences.rollback(preference.id, version);
    await client.invalidateQueries({ queryKey: PREFERENCES_KEY });
    showToast(`Version ${restored.version} brings version ${version} back.`);
  };
  const actions = (one: PreferenceVersion): ReactNode =>
    one.is_current ? null : (
      <span className="row">
        <Button size="small" onClick={() => setTask({ kind: "diff", version: one })}>
          Compare<span className="visually-hidden"> version {one.version}</span>
        </Button>
        <Button size="small" isDisabled={!canWrite} onClick={() => setTask({ kind: "rollback", version: one })}>
          Roll back<span className="visually-hidden"> to version {one.version}</span>
        </Button>
      </span>
    );
  return (
    <>
      <ListPanel
        label="Versions"
        list={list}
        idOf={(one) => String(one.version)}
        columns={[
          {
            name: "Version",
            show: (one) => (
              <>
                {one.version} {one.is_current ? <Badge tone="clear">in force</Badge> : null}{" "}
                {one.restored_from === null ? null : <Badge>from {one.restored_from}</Badge>}
              </>
            ),
          },
          { name: "Does", show: (one) => <span className="soft">{policyWords(one.policy)}</span> },
          { name: "Saved", show: (one) => dateTime(one.created_at) },
          { name: "By", show: (one) => one.created_by ?? "" },
          { name: "Actions", isNameHidden: true, show: actions },
        ]}
        empty={null}
      />
      {task?.kind === "diff" ? (
        <Dialog
          title={`Version ${task.version.version} against ${preference.version}`}
          onClose={() => setTask(undefined)}
          isWide
        >
          <DiffView before={policyText(task.version)} after={policyText(preference)} />
        </Dialog>
      ) : null}
      {task?.kind === "rollback" ? (
        <ConfirmDialog
          title={`Roll back to version ${task.version.version}`}
          verb="Roll back"
          onClose={() => setTask(undefined)}
          onConfirm={() => rollback(task.version.version)}
        >
          Its policy becomes a new version and is in force for the next request. Nothing is lost.
          <DiffView before={policyText(preference)} after={policyText(task.version)} />
        </ConfirmDialog>
      ) : null}
    </>
  );
}

const policyText = ({ name, policy }: { readonly name: string; readonly policy: unknown }): string =>
  stableJson({ name, policy });
