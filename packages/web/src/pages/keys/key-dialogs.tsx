import type { ApiKey } from "@signalbox/sdk";
import type { ComponentChildren } from "preact";

import { signalbox } from "../../api/client.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { KeyForm } from "./key-form.tsx";
import { RotateForm } from "./rotate-form.tsx";
import { Button } from "../../components/button.tsx";
import { CodeBlock, Secret } from "../../components/copy-button.tsx";
import { curlSnippet, FIRST_REQUEST } from "../../lib/snippets.ts";
import { SAY } from "../../lib/phrases.ts";

export type KeyTask =
  | { readonly kind: "create" }
  | { readonly kind: "edit" | "rotate" | "revoke"; readonly key: ApiKey }
  | { readonly kind: "secret"; readonly secret: string; readonly name: string };

interface Props {
  readonly task: KeyTask | undefined;
  readonly onTask: (task: KeyTask | undefined) => void;
  readonly onChanged: () => void;
}

export function KeyDialogs(props: Props): ComponentChildren {
  const { task, onTask, onChanged } = props;
  const close = (): void => onTask(undefined);
  const showSecret = (made: { readonly key: string; readonly name: string }): void => {
    onChanged();
    onTask({ kind: "secret", secret: made.key, name: made.name });
  };
  switch (task?.kind) {
    case "create":
      return (
        <Dialog title={SAY.createKey} onClose={close}>
          <KeyForm onMade={showSecret} />
        </Dialog>
      );
    case "edit":
      return (
        <Dialog title={`Edit “${task.key.name}”`} onClose={close}>
          <KeyForm
            apiKey={task.key}
            onSaved={() => {
              onChanged();
              close();
            }}
          />
        </Dialog>
      );
    case "rotate":
      return (
        <Dialog title={`Rotate “${task.key.name}”`} onClose={close}>
          <RotateForm apiKey={task.key} onMade={showSecret} />
        </Dialog>
      );
    case "revoke":
      return (
        <ConfirmDialog
          title={`Revoke “${task.key.name}”`}
          verb="Revoke now"
          onClose={close}
          onConfirm={async () => {
            await signalbox.keys.revoke(task.key.id);
            onChanged();
          }}
        >
          Its next call is answered with 401, on every server. {SAY.final}
        </ConfirmDialog>
      );
    case "secret":
      return <SecretOnce name={task.name} secret={task.secret} onClose={close} />;
    default:
      return null;
  }
}

interface SecretProps {
  readonly name: string;
  readonly secret: string;
  readonly onClose: () => void;
}

function SecretOnce(props: SecretProps): ComponentChildren {
  return (
    <Dialog
      title={`The key “${props.name}”`}
      foot={
        <Button kind="primary" onClick={props.onClose}>
          I have stored it
        </Button>
      }
      width="wide"
    >
      <div className="stack">
        <p>{SAY.onceShown} The service keeps a digest.</p>
        <Secret secret={props.secret} />
        <p className="field-label">Try it:</p>
        <CodeBlock
          label="First call with curl"
          text={curlSnippet(location.origin, props.secret, FIRST_REQUEST)}
        />
      </div>
    </Dialog>
  );
}
