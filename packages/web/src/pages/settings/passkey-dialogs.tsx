import type { Passkey } from "@signalbox/sdk";
import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";

import { signalbox } from "../../api/client.ts";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { TextField } from "../../components/field.tsx";
import { FormError } from "../../components/form-error.tsx";
import { PasswordField } from "../../components/password-field.tsx";
import { createPasskey } from "../../lib/passkeys.ts";

interface Props {
  readonly onClose: () => void;
}

interface FormProps extends Props {
  readonly title: string;
  readonly verb: string;
  readonly name: string;
  readonly onName: (name: string) => void;
  readonly act: () => Promise<unknown>;
  readonly children?: ComponentChildren;
}

function NameDialog(props: FormProps): ComponentChildren {
  const action = useAction(props.act, { onDone: props.onClose });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    action.run();
  };
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      <form className="stack" onSubmit={submit}>
        <TextField label="Name" value={props.name} onChange={props.onName} maxLength={200} isRequired />
        {props.children}
        <FormError error={action.error} />
        <Button type="submit" kind="primary" isBusy={action.isBusy}>
          {props.verb}
        </Button>
      </form>
    </Dialog>
  );
}

export function AddPasskeyDialog({ onClose }: Props): ComponentChildren {
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const add = async (): Promise<void> => {
    const { options } = await signalbox.auth.startPasskey(password === "" ? undefined : password);
    await signalbox.auth.registerPasskey({ name: name.trim(), credential: await createPasskey(options) });
  };
  return (
    <NameDialog title="Add a passkey" verb="Add" name={name} onName={setName} act={add} onClose={onClose}>
      <PasswordField
        label="Your password, if you have one"
        value={password}
        onChange={setPassword}
        isNew={false}
        isOptional
      />
    </NameDialog>
  );
}

export function RenamePasskeyDialog({
  passkey,
  onClose,
}: Props & { readonly passkey: Passkey }): ComponentChildren {
  const [name, setName] = useState(passkey.name);
  const rename = (): Promise<unknown> => signalbox.auth.renamePasskey(passkey.id, name.trim());
  return (
    <NameDialog
      title="Rename the passkey"
      verb="Rename"
      name={name}
      onName={setName}
      act={rename}
      onClose={onClose}
    />
  );
}

export function RemovePasskeyDialog({
  passkey,
  onClose,
}: Props & { readonly passkey: Passkey }): ComponentChildren {
  return (
    <ConfirmDialog
      title={`Remove “${passkey.name}”`}
      verb="Remove"
      onConfirm={() => signalbox.auth.removePasskey(passkey.id)}
      onClose={onClose}
    >
      It signs in no more. The device may still list it; delete it there too.
    </ConfirmDialog>
  );
}
