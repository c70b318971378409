import type { SecondFactor } from "@signalbox/sdk";
import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";

import { signalbox } from "../../api/client.ts";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { TextField } from "../../components/field.tsx";
import { faultOf, FormError } from "../../components/form-error.tsx";
import { Time } from "../../components/time.tsx";

interface Props {
  readonly since: string;
  readonly state: SecondFactor;
  readonly onCodes: (codes: readonly string[]) => void;
  readonly onEnd: () => void;
}

/** Both changes need a code: a browser left open is not enough. */
export function SecondFactorOn({ since, state, onCodes, onEnd }: Props): ComponentChildren {
  const [code, setCode] = useState("");
  const renew = useAction(() => signalbox.auth.renewRecoveryCodes(code), {
    onDone: (done) => {
      setCode("");
      onCodes(done.recovery_codes);
    },
  });
  const end = useAction(() => signalbox.auth.endSecondFactor(code), { onDone: onEnd });
  const error = end.error ?? renew.error;
  const press = (action: typeof end): void => {
    end.clear();
    renew.clear();
    action.run();
  };
  return (
    <div className="stack">
      <p>
        On, since <Time at={since} />. Recovery codes left: {state.recovery_codes_left}.{" "}
        {state.is_required ? "Your organisation requires it." : null}
      </p>
      <TextField
        label="Code, for either of these"
        value={code}
        onChange={setCode}
        autoComplete="one-time-code"
        maxLength={64}
        error={faultOf(error, "code")}
      />
      <FormError error={error} shown="code" />
      <div className="row">
        <Button isBusy={renew.isBusy} isDisabled={code === ""} onClick={() => press(renew)}>
          New recovery codes
        </Button>
        <Button kind="danger" isBusy={end.isBusy} isDisabled={code === ""} onClick={() => press(end)}>
          Turn it off
        </Button>
      </div>
    </div>
  );
}
