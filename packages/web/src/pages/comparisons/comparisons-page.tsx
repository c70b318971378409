import type { ReactNode } from "react";

import { PageHeader } from "../../components/page-header.tsx";
import { ExperimentHistory } from "./experiment-history.tsx";
import { ReplayHistory } from "./replay-history.tsx";
import { ShownReplay } from "./shown-replay.tsx";
import { useReplayId } from "./use-replay.ts";

/** Every comparison of preferences that the organisation has made, those of deleted preferences too. */
export function ComparisonsPage(): ReactNode {
  const [id] = useReplayId();
  return (
    <>
      <PageHeader title="Replays and experiments" crumb={{ href: "/preferences", label: "Preferences" }}>
        What another preference would have changed, and what it did change where it was tried.
      </PageHeader>
      <div className="stack-4">
        {id === undefined ? null : <ShownReplay id={id} />}
        <ReplayHistory />
        <ExperimentHistory />
      </div>
    </>
  );
}
