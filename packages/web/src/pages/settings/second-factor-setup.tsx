import type { SecondFactorSecret } from "@signalbox/sdk";
import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";

import { signalbox } from "../../api/client.ts";
import { useAction } from "../../api/use-action.ts";
import { TextField } from "../../components/field.tsx";
import { Form, faultOf } from "../../components/form-error.tsx";
import { PasswordField } from "../../components/password-field.tsx";
import { Secret } from "../../components/copy-button.tsx";

interface Props {
  readonly onCodes: (codes: readonly string[]) => void;
}

/** First the password, then the secret for the app and its first code. */
export function SecondFactorSetup({ onCodes }: Props): ComponentChildren {
  const [password, setPassword] = useState("");
  const [secret, setSecret] = useState<SecondFactorSecret>();
  const start = useAction(() => signalbox.auth.startSecondFactor(password), { onDone: setSecret });
  if (secret !== undefined) return <FirstCode secret={secret} onCodes={onCodes} />;
  return (
    <Form action={start} verb="Set it up" kind="plain">
      <p>Off. With it, the password alone opens nothing: an app on your phone shows a code beside it.</p>
      <PasswordField label="Your password" value={password} onChange={setPassword} isNew={false} />
    </Form>
  );
}

function FirstCode({ secret, onCodes }: Props & { readonly secret: SecondFactorSecret }): ComponentChildren {
  const [code, setCode] = useState("");
  const confirm = useAction(() => signalbox.auth.confirmSecondFactor(code), {
    onDone: (done) => onCodes(done.recovery_codes),
  });
  return (
    <Form action={confirm} verb="Turn it on" shown="code">
      <p>Let the app read this code, or type the secret into it.</p>
      <img
        src={`data:image/svg+xml,${encodeURIComponent(secret.qr)}`}
        alt="QR code of the secret below"
        width={200}
        height={200}
      />
      <Secret secret={secret.secret} />
      <TextField
        label="First code of the app"
        value={code}
        onChange={setCode}
        autoComplete="one-time-code"
        maxLength={64}
        error={faultOf(confirm.error, "code")}
        isRequired
      />
    </Form>
  );
}
