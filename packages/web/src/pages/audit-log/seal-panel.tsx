// Whether the log is still as it was written, asked for by hand: every entry is read for the answer.
import type { AuditProof } from "@signalbox/sdk";
import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { dateTime } from "../../lib/format.ts";
import { signalbox } from "../../api/client.ts";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { FormError } from "../../components/form-error.tsx";
import { Panel } from "../../components/panel.tsx";

type Break = AuditProof["breaks"][number];

const WORDS: Readonly<Record<Break["fault"], string>> = {
  altered: "is not as it was sealed, or does not follow the one before",
  missing: "follows a gap: entries before it are gone",
  cut_off: "is the newest that was sealed, and is gone with what may have followed it",
  replaced: "is not the one that was noted",
};

const breakWords = ({ seq, id, at, fault }: Break): string =>
  fault === "missing" && id === null
    ? "There is no entry at all, though every account is made with one."
    : `Entry ${seq}${at === null ? "" : ` of ${dateTime(at)}`} ${WORDS[fault]}.`;

function Outcome({ proof }: { readonly proof: AuditProof }): ComponentChildren {
  const { ok, entries, head, unsealed, unsealed_until: until, breaks } = proof;
  return (
    <div role="status">
      <p>
        {ok
          ? `All ${entries} sealed entries are as they were written.`
          : "The log is not as it was written. Compare it with a backup."}
        {until === null
          ? ""
          : ` ${unsealed} entries carry no seal, the newest of ${dateTime(until)}: the service did not write them.`}
      </p>
      {breaks.length === 0 ? null : (
        <ul>
          {breaks.map((each) => (
            <li key={`${each.seq} ${each.fault}`}>{breakWords(each)}</li>
          ))}
        </ul>
      )}
      {head === null ? null : (
        <p className="hint">
          Newest seal: <code className="small">{head}</code>
        </p>
      )}
    </div>
  );
}

export function SealPanel(): ComponentChildren {
  const [proof, setProof] = useState<AuditProof>();
  const check = useAction(() => signalbox.account.verifyAuditLog(), {
    onDone: setProof,
    onFault: () => setProof(undefined),
  });
  return (
    <Panel title="Seals">
      <p>
        Each entry carries a keyed digest of itself and of the one before it. An entry that somebody alters,
        adds or takes out in the database breaks the chain.
      </p>
      <Button isBusy={check.isBusy} onClick={() => check.run()}>
        Check the seals
      </Button>
      <FormError error={check.error} />
      {proof === undefined ? null : <Outcome proof={proof} />}
    </Panel>
  );
}
