import type { Account } from "@signalbox/sdk";
import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";

import { signalbox } from "../../api/client.ts";
import { useSessionChange } from "../../session/session.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Panel } from "../../components/panel.tsx";
import { PersonPanel } from "./person-panel.tsx";

interface Props {
  readonly account: Account;
  readonly canChange: boolean;
}

export function DangerZone({ account, canChange }: Props): ComponentChildren {
  const [isDeleting, setIsDeleting] = useState(false);
  const change = useSessionChange();
  return (
    <div className="columns-2">
      <Panel title="Export">
        <p>
          Everything the organisation holds, one JSON object a line: members, keys without their secrets,
          preferences with all versions, decisions, feedback, audit log.
        </p>
        {canChange ? (
          <a className="button" href={signalbox.account.exportUrl()} download>
            Download the export
          </a>
        ) : (
          <p className="hint">Only owners export.</p>
        )}
      </Panel>
      {canChange ? <PersonPanel /> : null}
      <Panel title="Deletion">
        <p>Deletes the organisation with all of the above, immediately and for good.</p>
        <Button kind="danger" isDisabled={!canChange} onClick={() => setIsDeleting(true)}>
          Delete the organisation
        </Button>
      </Panel>
      {isDeleting ? (
        <ConfirmDialog
          title="Delete the organisation"
          verb="Delete everything"
          typed={account.name}
          onClose={() => setIsDeleting(false)}
          onConfirm={async () => {
            await signalbox.account.remove(account.name);
            change(null);
          }}
        >
          Keys stop working, decisions and preferences are gone. Nothing of this can be brought back.
        </ConfirmDialog>
      ) : null}
    </div>
  );
}
