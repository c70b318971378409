// One version against another over the journal: what it would have cost, and how well it would have done, with intervals
// from logged propensities. Nothing is switched on by it.
import type { Preference, PreferenceVersion, Replay } from "@signalbox/sdk";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ReactNode } from "react";
import { useLocation, useSearch } from "wouter";

import { signalbox } from "../../api/client.ts";
import { useAction } from "../../api/use-action.ts";
import { PREFERENCE_KEYS } from "../../api/queries/preferences.ts";
import { Button } from "../../components/button.tsx";
import { SelectField } from "../../components/choice.tsx";
import { FormError } from "../../components/form-error.tsx";
import { Panel } from "../../components/panel.tsx";
import { ErrorPanel, Skeleton } from "../../components/states.tsx";
import { percent } from "../../lib/format.ts";
import { ReplayResult } from "./replay-result.tsx";

const POLL_MS = 800;

export function ReplayPanel({ preference }: { readonly preference: Preference }): ReactNode {
  const versions = useQuery({
    queryKey: PREFERENCE_KEYS.replayVersions(preference.id),
    queryFn: ({ signal }) => signalbox.preferences.versions(preference.id, { limit: 50 }, { signal }),
  });
  if (versions.isError) return <ErrorPanel error={versions.error} onRetry={() => void versions.refetch()} />;
  if (versions.data === undefined) return <Skeleton rows={3} />;
  return <ReplayForm preference={preference} versions={versions.data.data} />;
}

interface FormProps {
  readonly preference: Preference;
  readonly versions: readonly PreferenceVersion[];
}

function ReplayForm({ preference, versions }: FormProps): ReactNode {
  const [a, setA] = useState(String(Math.max(1, preference.version - 1)));
  const [b, setB] = useState(String(preference.version));
  const [id, setId] = useReplayId();
  const options = versions.map(({ version }) => ({ value: String(version), label: `Version ${version}` }));
  const side = (version: string) => ({ preference_id: preference.id, version: Number(version) });
  const start = useAction(() => signalbox.replay.create({ a: side(a), b: side(b) }), {
    onDone: (made) => setId(made.id),
  });
  const replay = useReplay(id);
  return (
    <Panel title="Replay over the journal">
      <p className="soft">
        Decides the past again under two versions and estimates from the feedback how good the picks would
        have been.
      </p>
      <div className="grid-fields">
        <SelectField label="From" value={a} options={options} onChange={setA} />
        <SelectField label="To" value={b} options={options} onChange={setB} />
      </div>
      <div className="row">
        <Button kind="primary" isBusy={start.isBusy || isRunning(replay.data)} onClick={() => start.run()}>
          Replay
        </Button>
        {isRunning(replay.data) ? <span role="status">{percent(replay.data?.progress)}</span> : null}
      </div>
      <FormError error={start.error ?? replay.error} />
      {typeof replay.data?.error === "string" ? (
        <div className="banner" data-tone="stop" role="alert">
          {replay.data.error}
        </div>
      ) : null}
      {replay.data?.result ? <ReplayResult result={replay.data.result} /> : null}
    </Panel>
  );
}

/** The replay that is shown stands in the address: a reload and a link bring it back. */
function useReplayId(): readonly [id: string | undefined, set: (id: string) => void] {
  const [path, navigate] = useLocation();
  const parameters = new URLSearchParams(useSearch());
  const set = (id: string): void => {
    parameters.set("replay", id);
    navigate(`${path}?${parameters.toString()}`, { replace: true });
  };
  return [parameters.get("replay") ?? undefined, set];
}

const isRunning = (replay: Replay | undefined): boolean =>
  replay?.status === "queued" || replay?.status === "running";

function useReplay(id: string | undefined) {
  return useQuery({
    queryKey: PREFERENCE_KEYS.replay(id),
    queryFn: ({ signal }) => signalbox.replay.get(id ?? "", { signal }),
    enabled: id !== undefined,
    refetchInterval: (query) => (isRunning(query.state.data) ? POLL_MS : false),
  });
}
