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
import { ErrorPanel, Skeleton } from "../../components/states.tsx";
import { SecondFactorOn } from "./second-factor-on.tsx";
import { SecondFactorSetup } from "./second-factor-setup.tsx";

export function SecondFactorPanel(): ComponentChildren {
  const client = useQueryClient();
  const state = useQuery({
    queryKey: ACCOUNT_KEYS.secondFactor,
    queryFn: ({ signal }) => signalbox.auth.secondFactor({ signal }),
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
      {state.isError ? (
        <ErrorPanel error={state.error} onRetry={() => void state.refetch()} />
      ) : state.data === undefined ? (
        <Skeleton rows={2} />
      ) : (
        <Factor state={state.data} onCodes={setCodes} onEnd={refresh} />
      )}
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
