import { useQuery } from "@tanstack/preact-query";
import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import type { AlertTest } from "@signalbox/sdk";
import { signalbox } from "../../api/client.ts";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { TextField } from "../../components/field.tsx";
import { FormError } from "../../components/form-error.tsx";
import { Secret } from "../../components/copy-button.tsx";

const isTaken = (status: number): boolean => status >= 200 && status <= 299;

/** The result of a test alert, in a sentence. */
export function wordsOfTest({ webhook_status: status, webhook_fault: fault }: AlertTest): string {
  if (fault !== null) return `The webhook could not be reached: ${fault}.`;
  if (status === null) return "Alerts go nowhere yet: name an address above and save.";
  return isTaken(status) ? `The webhook took it (${status}).` : `The webhook refused it (${status}).`;
}

interface Props {
  readonly url: string | null;
  readonly error: string | undefined;
  /** Whether where alerts go differs from what is saved: a test goes to what is saved. */
  readonly isEdited: boolean;
  readonly canChange: boolean;
  readonly onChange: (url: string | null) => void;
}

export function AlertWebhook({ url, error, isEdited, canChange, onChange }: Props): ComponentChildren {
  const [result, setResult] = useState<AlertTest>();
  const test = useAction(() => signalbox.account.testAlerts(), { onDone: setResult });
  return (
    <>
      <TextField
        label="Post alerts to"
        placeholder="https://hooks.example.org/signalbox"
        hint="A public https address; empty: none. Redirects are not followed."
        value={url ?? ""}
        maxLength={2000}
        error={error}
        onChange={(typed) => onChange(typed.trim() === "" ? null : typed.trim())}
      />
      {canChange && url !== null && !isEdited ? <SigningSecret /> : null}
      {canChange ? (
        <div className="row">
          <Button onClick={() => test.run()} isBusy={test.isBusy} isDisabled={isEdited}>
            Send a test alert
          </Button>
          <span className="hint" role="status">
            {isEdited ? "Save first: the test uses the saved address." : result && wordsOfTest(result)}
          </span>
        </div>
      ) : null}
      <FormError error={test.error} />
    </>
  );
}

function SigningSecret(): ComponentChildren {
  const [isShown, setIsShown] = useState(false);
  const webhook = useQuery({
    queryKey: ["account", "alert-webhook"],
    queryFn: ({ signal }) => signalbox.account.alertWebhook({ signal }),
    enabled: isShown,
  });
  if (webhook.data !== undefined) return <Secret secret={webhook.data.secret} />;
  return (
    <div className="row">
      <Button kind="quiet" onClick={() => setIsShown(true)} isBusy={isShown && webhook.isPending}>
        Show the signing secret
      </Button>
    </div>
  );
}
