import type { ComponentChildren } from "preact";

import { Button } from "../../components/button.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { TryDrawer } from "../replays/try-drawer.tsx";
import { useTrying } from "../replays/use-trying.ts";
import { ExperimentHistory } from "./experiment-history.tsx";
import { ReplayHistory } from "./replay-history.tsx";
import { RunningExperiments } from "./running-experiments.tsx";
import { ShownReplay } from "../replays/shown-replay.tsx";
import { useReplayId } from "../replays/use-replay.ts";

/** Every comparison of preferences that the organisation has made, those of deleted preferences too. */
export function ComparisonsPage(): ComponentChildren {
  const [id] = useReplayId();
  const [isTrying, setIsTrying] = useTrying();
  const start = (
    <Button kind="primary" onClick={() => setIsTrying(true)}>
      New replay
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Replays and experiments"
        crumb={{ href: "/preferences", label: "Preferences" }}
        actions={start}
      >
        What another preference would have changed, and what it did change where it was tried.
      </PageHeader>
      <div className="stack-4">
        {isTrying ? <TryDrawer onClose={() => setIsTrying(false)} /> : null}
        <RunningExperiments />
        {id === undefined || isTrying ? null : <ShownReplay id={id} />}
        <ReplayHistory />
        <ExperimentHistory />
      </div>
    </>
  );
}
