// A person's second factor: off, being set up, or on. New recovery codes are shown once, whatever made them.

import type { SecondFactor } from "@signalbox/sdk";
import { useQuery, useQueryClient } from "@tanstack/preact-query";
import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { signalbox } from "../../api/client.ts";
import { ACCOUNT_KEYS, ME_KEY } from "../../api/queries/lists.ts";
import { Button } from "../../components/button.tsx";
import { CodeBlock } from "../../components/copy-button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Panel } from "../../components/panel.tsx";
import { Answered } from "../../components/states.tsx";
import { SecondFactorSetup } from "./second-factor-setup.tsx";
import { useAction } from "../../api/use-action.ts";
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
function SecondFactorOn({ since, state, onCodes, onEnd }: Props): ComponentChildren {
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

export function SecondFactorPanel(): ComponentChildren {
  const client = useQueryClient();
  const state = useQuery({
    queryKey: ACCOUNT_KEYS.secondFactor,
    queryFn: async ({ signal }) => (await signalbox.auth.me({ signal })).second_factor,
  });
  const [codes, setCodes] = useState<readonly string[]>();
  const refresh = (): void => {
    void client.invalidateQueries({ queryKey: ACCOUNT_KEYS.secondFactor });
    void client.invalidateQueries({ queryKey: ME_KEY });
  };
  const close = (): void => {
    setCodes(undefined);
    refresh();
  };
  return (
    <Panel title="Second factor">
      <Answered query={state} rows={2}>
        {(answer) => <Factor state={answer} onCodes={setCodes} onEnd={refresh} />}
      </Answered>
      {codes === undefined ? null : <CodesOnce codes={codes} onClose={close} />}
    </Panel>
  );
}

interface FactorProps {
  readonly state: SecondFactor;
  readonly onCodes: (codes: readonly string[]) => void;
  readonly onEnd: () => void;
}

function Factor({ state, onCodes, onEnd }: FactorProps): ComponentChildren {
  if (state.since === null) return <SecondFactorSetup onCodes={onCodes} />;
  return <SecondFactorOn since={state.since} state={state} onCodes={onCodes} onEnd={onEnd} />;
}

function CodesOnce(props: {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}): ComponentChildren {
  return (
    <Dialog
      title="Recovery codes"
      foot={
        <Button kind="primary" onClick={props.onClose}>
          I have stored them
        </Button>
      }
    >
      <div className="stack">
        <p>Each signs you in once when the app is gone. This is the only time they are shown.</p>
        <CodeBlock label="Recovery codes" text={props.codes.join("\n")} />
      </div>
    </Dialog>
  );
}
