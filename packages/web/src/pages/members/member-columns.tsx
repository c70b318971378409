import type { Member, Role } from "@signalbox/sdk";
import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";

import { signalbox } from "../../api/client.ts";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { SelectField } from "../../components/choice.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import type { Column } from "../../components/data-table.tsx";
import { Time } from "../../components/time.tsx";
import { shortTime } from "../../lib/format.ts";
import { roleLabel, roleRights, ROLES } from "../../lib/phrases.ts";

interface Options {
  readonly isOwner: boolean;
  readonly onRemove: (member: Member) => void;
  /** Makes another link for an open invitation. */
  readonly onRenew: (member: Member) => void;
  readonly onChanged: () => void;
}

export function memberColumns(options: Options): readonly Column<Member>[] {
  return [
    {
      name: "Person",
      show: (member) => (
        <>
          <strong dir="auto">{member.name ?? member.email}</strong>
          {member.is_self ? " (you)" : ""}
          {member.name === null ? null : (
            <>
              <br />
              <span className="faint">{member.email}</span>
            </>
          )}
        </>
      ),
    },
    { name: "Role", show: (member) => <RoleCell member={member} {...options} /> },
    {
      name: "Status",
      show: (member) =>
        member.status === "active" ? (
          <Badge tone="clear">active</Badge>
        ) : (
          <Badge tone="caution">invited, until {shortTime(member.expires_at)}</Badge>
        ),
    },
    { name: "Since", show: (member) => shortTime(member.created_at) },
    { name: "Last seen", show: (member) => <Time at={member.last_seen_at} /> },
    {
      name: "Actions",
      isNameHidden: true,
      show: (member) =>
        options.isOwner || member.is_self ? (
          <div className="row">
            {member.status === "invited" ? (
              <Button size="small" onClick={() => options.onRenew(member)}>
                New link<span className="visually-hidden"> for {member.email}</span>
              </Button>
            ) : null}
            <Button size="small" kind="danger" onClick={() => options.onRemove(member)}>
              {member.is_self ? "Leave" : member.status === "invited" ? "Withdraw" : "Remove"}
              <span className="visually-hidden"> {member.email}</span>
            </Button>
          </div>
        ) : null,
    },
  ];
}

function RoleCell(props: Options & { readonly member: Member }): ComponentChildren {
  const { member } = props;
  const [role, setRole] = useState<Role>();
  if (!props.isOwner || member.status === "invited") return roleLabel(member.role);
  return (
    <>
      <SelectField
        label={`Role of ${member.email}`}
        isLabelHidden
        value={member.role}
        options={ROLES}
        onChange={(next) => setRole(next === member.role ? undefined : next)}
      />
      {role === undefined ? null : (
        <ConfirmDialog
          title={`${member.name ?? member.email}: ${roleLabel(role).toLowerCase()}`}
          verb="Change the role"
          kind="primary"
          onClose={() => setRole(undefined)}
          onConfirm={async () => {
            await signalbox.members.update(member.id, { role });
            props.onChanged();
          }}
        >
          {roleRights(role)} The role is {roleLabel(member.role).toLowerCase()} now; the new one applies to
          the next request.
        </ConfirmDialog>
      )}
    </>
  );
}
