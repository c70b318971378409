import type { Member, Role } from "@signalbox/sdk";
import type { ReactNode } from "react";

import { signalbox } from "../../api/client.ts";
import { useAction } from "../../api/use-action.ts";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { SelectField } from "../../components/choice.tsx";
import type { Column } from "../../components/data-table.tsx";
import { FormError } from "../../components/form-error.tsx";
import { shortTime } from "../../lib/format.ts";
import { ROLE_OPTIONS, roleLabel } from "../../lib/roles.ts";

interface Options {
  readonly isOwner: boolean;
  readonly onRemove: (member: Member) => void;
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
          <br />
          <span className="faint">{member.email}</span>
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
    {
      name: "Actions",
      isNameHidden: true,
      show: (member) =>
        options.isOwner || member.is_self ? (
          <Button size="small" kind="danger" onClick={() => options.onRemove(member)}>
            {member.is_self ? "Leave" : "Remove"}
            <span className="visually-hidden"> {member.email}</span>
          </Button>
        ) : null,
    },
  ];
}

function RoleCell(props: Options & { readonly member: Member }): ReactNode {
  const { member } = props;
  const change = useAction((role: Role) => signalbox.members.update(member.id, { role }), {
    onDone: props.onChanged,
  });
  if (!props.isOwner || member.status === "invited") return roleLabel(member.role);
  return (
    <>
      <SelectField
        label={`Role of ${member.email}`}
        isLabelHidden
        value={member.role}
        options={ROLE_OPTIONS}
        onChange={(role) => change.run(role)}
      />
      <FormError error={change.error} />
    </>
  );
}
