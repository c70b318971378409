import type { InvitedMember, Member, Role } from "@signalbox/sdk";
import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";

import { signalbox } from "../../api/client.ts";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { SelectField } from "../../components/choice.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { TextField } from "../../components/field.tsx";
import { Form, faultOf, FormError } from "../../components/form-error.tsx";
import { ROLES, SAY } from "../../lib/phrases.ts";
import { Secret } from "../../components/copy-button.tsx";

export function InviteDialog(props: {
  readonly onClose: () => void;
  readonly onInvited: () => void;
}): ComponentChildren {
  const [invited, setInvited] = useState<InvitedMember>();
  const finish = (result: InvitedMember): void => {
    setInvited(result);
    props.onInvited();
  };
  return (
    <Dialog title={SAY.invitePerson} onClose={props.onClose}>
      {invited === undefined ? <InviteForm onInvited={finish} /> : <InviteLink invited={invited} />}
    </Dialog>
  );
}

interface RenewProps {
  /** An open invitation. */
  readonly member: Member;
  readonly onClose: () => void;
  readonly onInvited: () => void;
}

/** A link that got lost, or ran out: the same invitation once more, and the old link opens nothing any longer. */
export function RenewDialog({ member, onClose, onInvited }: RenewProps): ComponentChildren {
  const [invited, setInvited] = useState<InvitedMember>();
  const renew = useAction(
    async () => {
      const made = await signalbox.members.invite({ email: member.email, role: member.role });
      await signalbox.members.remove(member.id);
      return made;
    },
    {
      onDone: (made) => {
        setInvited(made);
        onInvited();
      },
    },
  );
  return (
    <Dialog title={`New link for ${member.email}`} onClose={onClose}>
      {invited === undefined ? (
        <div className="stack">
          <p>This makes another link for the same invitation. The old one stops working.</p>
          <FormError error={renew.error} />
          <Button kind="primary" isBusy={renew.isBusy} onClick={() => renew.run()}>
            Make a new link
          </Button>
        </div>
      ) : (
        <InviteLink invited={invited} />
      )}
    </Dialog>
  );
}

function InviteForm(props: { readonly onInvited: (invited: InvitedMember) => void }): ComponentChildren {
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<Role>("member");
  const invite = useAction(() => signalbox.members.invite({ email: email.trim(), role }), {
    onDone: props.onInvited,
  });
  return (
    <Form action={invite} verb="Make the invitation" shown="email">
      <TextField
        label="Email"
        type="email"
        value={email}
        onChange={setEmail}
        error={faultOf(invite.error, "email")}
        isRequired
      />
      <SelectField label="Role" value={role} options={ROLES} onChange={setRole} />
    </Form>
  );
}

function InviteLink(props: { readonly invited: InvitedMember }): ComponentChildren {
  const { member, link, mailed } = props.invited;
  return (
    <div className="stack">
      <p>
        {mailed
          ? `The invitation was mailed to ${member.email}. The link, should it get lost:`
          : `${SAY.noMail} Hand this link to ${member.email} yourself:`}
      </p>
      <Secret secret={link} />
      <p className="hint">It works once. {SAY.onceShown}</p>
    </div>
  );
}
