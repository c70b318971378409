// Two preferences side by side on live traffic: start it, see what the feedback says so far, stop it by its rule.
import type { Preference } from "@signalbox/sdk";
import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";

import { useRights } from "../../session/session.ts";
import { Button, LinkButton } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { SelectField } from "../../components/choice.tsx";
import { FormError } from "../../components/form-error.tsx";
import { Lever } from "../../components/lever.tsx";
import { Panel } from "../../components/panel.tsx";
import { EmptyState, ErrorPanel, Skeleton } from "../../components/states.tsx";
import { percent } from "../../lib/format.ts";
import { ExperimentHistory } from "../comparisons/experiment-history.tsx";
import { ExperimentResult } from "./experiment-result.tsx";
import { policyWords } from "../../lib/policy-words.ts";
import { useExperiment, useExperimentChange, useOthers } from "./use-experiment.ts";

interface Props {
  readonly preference: Preference;
}

export function ExperimentPanel({ preference }: Props): ComponentChildren {
  const experiment = useExperiment(preference);
  const others = useOthers(preference.id);
  const fault = experiment.error ?? others.error;
  if (fault !== null)
    return (
      <ErrorPanel
        error={fault}
        onRetry={() => {
          void experiment.refetch();
          void others.refetch();
        }}
      />
    );
  if (experiment.data === undefined || others.data === undefined) return <Skeleton rows={4} />;
  const { data } = experiment;
  return (
    <div className="stack-4">
      {data === null ? null : (
        <ExperimentResult
          preference={preference}
          experiment={data}
          challenger={others.data.find(({ id }) => id === data.challenger_id)}
          isRefreshing={experiment.isFetching}
          onRefresh={() => void experiment.refetch()}
        />
      )}
      {preference.policy.experiment === undefined ? (
        <StartPanel preference={preference} others={others.data} />
      ) : null}
      <ExperimentHistory preferenceId={preference.id} />
    </div>
  );
}

interface StartProps extends Props {
  readonly others: readonly Preference[];
}

function StartPanel({ preference, others }: StartProps): ComponentChildren {
  const [first] = others;
  return (
    <Panel title="Start an experiment">
      {first === undefined ? (
        <EmptyState
          title="Nothing to compare with yet"
          action={
            <LinkButton href="/preferences/new" kind="primary">
              New preference
            </LinkButton>
          }
        >
          An experiment sends a share of the conversations by another preference. Make that one first.
        </EmptyState>
      ) : (
        <StartForm preference={preference} others={others} firstId={first.id} />
      )}
    </Panel>
  );
}

interface FormProps extends StartProps {
  readonly firstId: string;
}

function StartForm({ preference, others, firstId }: FormProps): ComponentChildren {
  const [challengerId, setChallengerId] = useState(firstId);
  const [share, setShare] = useState(0.5);
  const { canWrite } = useRights();
  const change = useExperimentChange(preference);
  const [isAsking, setIsAsking] = useState(false);
  const challenger = others.find(({ id }) => id === challengerId);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setIsAsking(true);
  };
  return (
    <form className="stack" onSubmit={submit}>
      <p className="soft">
        Conversations that ask for “{preference.name}” are divided: a share goes by the other preference, and
        each session stays on its side. What the feedback says of both is compared.
      </p>
      <SelectField
        label="Compare with"
        value={challengerId}
        options={others.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={setChallengerId}
      />
      <Lever
        label="Share of sessions"
        min={0.01}
        max={0.99}
        step={0.01}
        value={share}
        shown={percent(share)}
        low="1 %"
        high="99 %"
        onChange={setShare}
      />
      <FormError error={change.error} />
      <div className="row">
        <Button type="submit" kind="primary" isBusy={change.isBusy} isDisabled={!canWrite}>
          Start the experiment
        </Button>
        <span className="hint">This is a new version of the preference and can be rolled back.</span>
      </div>
      {isAsking ? (
        <ConfirmDialog
          title="Start the experiment"
          verb={`Send ${percent(share)} by the other`}
          kind="primary"
          onClose={() => setIsAsking(false)}
          onConfirm={async () => change.run({ preference_id: challengerId, share })}
        >
          From the next request on, {percent(share)} of the sessions that ask for “{preference.name}” are
          decided by “{challenger?.name}”: {policyWords(challenger?.policy ?? {})}. It runs until it is
          stopped.
        </ConfirmDialog>
      ) : null}
    </form>
  );
}
