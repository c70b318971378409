import type { Member } from "@signalbox/sdk";
import { useQueryClient } from "@tanstack/preact-query";
import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";

import { signalbox } from "../../api/client.ts";
import { usePages } from "../../api/use-pages.ts";
import { MEMBERS_KEY } from "../../api/queries/lists.ts";
import { useRights } from "../../session/session.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { ListPanel } from "../../components/list-panel.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { InviteDialog, RenewDialog } from "./invite-dialog.tsx";
import { memberColumns } from "./member-columns.tsx";

export function MembersPage(): ComponentChildren {
  const { isOwner } = useRights();
  const [isInviting, setIsInviting] = useState(false);
  const [leaving, setLeaving] = useState<Member>();
  const [renewing, setRenewing] = useState<Member>();
  const client = useQueryClient();
  const reload = (): void => void client.invalidateQueries({ queryKey: MEMBERS_KEY });
  const list = usePages<Member>(MEMBERS_KEY, (cursor, signal) =>
    signalbox.members.list({ ...(cursor !== undefined && { cursor }) }, { signal }),
  );
  return (
    <>
      <PageHeader
        title="Members"
        actions={
          <Button kind="primary" isDisabled={!isOwner} onClick={() => setIsInviting(true)}>
            Invite
          </Button>
        }
      >
        Owners change everything, members work with keys and preferences, read-only members look.
      </PageHeader>
      <ListPanel
        label="Members"
        list={list}
        columns={memberColumns({ isOwner, onRemove: setLeaving, onRenew: setRenewing, onChanged: reload })}
        idOf={(member) => member.id}
        find={{ label: "Find a person", textOf: ({ name, email }) => `${name} ${email}` }}
        empty={null}
      />
      {isInviting ? <InviteDialog onClose={() => setIsInviting(false)} onInvited={reload} /> : null}
      {renewing === undefined ? null : (
        <RenewDialog member={renewing} onClose={() => setRenewing(undefined)} onInvited={reload} />
      )}
      {leaving === undefined ? null : (
        <ConfirmDialog
          title={leaving.is_self ? "Leave the organisation" : `Remove ${leaving.email}`}
          verb={leaving.is_self ? "Leave" : "Remove"}
          onClose={() => setLeaving(undefined)}
          onConfirm={async () => {
            await signalbox.members.remove(leaving.id);
            reload();
          }}
        >
          Sessions of this person end immediately. Keys stay: revoke those that only this person used.
        </ConfirmDialog>
      )}
    </>
  );
}
