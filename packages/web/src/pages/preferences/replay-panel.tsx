// One preference against another over the journal: what it would have cost, and how well it would have done, with intervals
// from logged propensities. Nothing is switched on by it.
import type { CreateReplay, Preference, PreferenceVersion } from "@signalbox/sdk";
import { useQuery, useQueryClient } from "@tanstack/preact-query";
import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";

import { signalbox } from "../../api/client.ts";
import { useAction } from "../../api/use-action.ts";
import { PREFERENCE_KEYS } from "../../api/queries/lists.ts";
import { Button } from "../../components/button.tsx";
import { SelectField } from "../../components/choice.tsx";
import { FormError } from "../../components/form-error.tsx";
import { Panel } from "../../components/panel.tsx";
import { RangeControl } from "../../components/range-control.tsx";
import { ErrorPanel, Skeleton } from "../../components/states.tsx";
import { timesOf } from "../../lib/range.ts";
import type { Range } from "../../lib/range.ts";
import { ReplayHistory } from "../comparisons/replay-history.tsx";
import { ShownReplay } from "../replays/shown-replay.tsx";
import { isRunning, useReplay, useReplayId } from "../replays/use-replay.ts";
import { useOthers } from "./use-experiment.ts";

export function ReplayPanel({ preference }: { readonly preference: Preference }): ComponentChildren {
  const versions = useQuery({
    queryKey: PREFERENCE_KEYS.replayVersions(preference.id),
    queryFn: ({ signal }) => signalbox.preferences.versions(preference.id, { limit: 50 }, { signal }),
  });
  const others = useOthers(preference.id);
  const [id] = useReplayId();
  if (versions.isError) return <ErrorPanel error={versions.error} onRetry={() => void versions.refetch()} />;
  if (versions.data === undefined || others.isPending) return <Skeleton rows={3} />;
  return (
    <div className="stack-4">
      <ReplayForm preference={preference} versions={versions.data.data} others={others.data ?? []} />
      {id === undefined ? null : <ShownReplay id={id} />}
      <ReplayHistory />
    </div>
  );
}

interface FormProps {
  readonly preference: Preference;
  readonly versions: readonly PreferenceVersion[];
  readonly others: readonly Preference[];
}

/** A version by its number, another preference by its id. */
const sideOf = ({ id }: Preference, chosen: string): CreateReplay["a"] =>
  /^\d+$/.test(chosen) ? { preference_id: id, version: Number(chosen) } : { preference_id: chosen };

function ReplayForm({ preference, versions, others }: FormProps): ComponentChildren {
  const [a, setA] = useState(String(Math.max(1, preference.version - 1)));
  const [b, setB] = useState(String(preference.version));
  const [range, setRange] = useState<Range>({ span: "", from: "", to: "" });
  const [id, setId] = useReplayId();
  const client = useQueryClient();
  const options = [
    ...versions.map(({ version }) => ({
      value: String(version),
      label: version === preference.version ? `Version ${version}, in force` : `Version ${version}`,
    })),
    ...others.map((other) => ({ value: other.id, label: other.name })),
  ];
  const start = useAction(
    () =>
      signalbox.replay.create({
        a: sideOf(preference, a),
        b: sideOf(preference, b),
        ...timesOf(range, Date.now()),
      }),
    {
      onDone: (made) => {
        setId(made.id);
        void client.invalidateQueries({ queryKey: PREFERENCE_KEYS.replays });
      },
    },
  );
  const { data: shown } = useReplay(id);
  return (
    <Panel title="Replay over the journal">
      <p className="soft">
        Decides the past again under two preferences, or two versions of this one, and estimates from the
        feedback how good the picks would have been.
      </p>
      <div className="grid-fields">
        <SelectField label="Before" value={a} options={options} onChange={setA} />
        <SelectField label="After" value={b} options={options} onChange={setB} />
      </div>
      <RangeControl range={range} hasAll onChange={setRange} />
      <div className="row">
        <Button kind="primary" isBusy={start.isBusy || isRunning(shown)} onClick={() => start.run()}>
          Replay
        </Button>
      </div>
      <FormError error={start.error} />
    </Panel>
  );
}
