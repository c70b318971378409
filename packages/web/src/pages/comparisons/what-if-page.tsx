import { useRef, useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { useSearch } from "wouter-preact";

import { Button } from "../../components/button.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Panel } from "../../components/panel.tsx";
import { NO_FILTERS } from "../../lib/explore.ts";
import { SAY } from "../../lib/phrases.ts";
import { KeepDraft } from "../replays/keep-draft.tsx";
import { WhatIfForm, type Draft } from "../replays/try-drawer.tsx";
import { NOTHING_CHOSEN, type Chosen } from "../replays/try-sides.tsx";
import { ExperimentHistory } from "./experiment-history.tsx";
import { Proofs } from "./proofs.tsx";
import { ReplayHistory } from "./replay-history.tsx";
import { RunningExperiments } from "./running-experiments.tsx";

/** A link fills the form in: `?a=ID&b=ID@VERSION`, or `?drop=MODEL`. */
function readSides(search: string): Chosen {
  const parameters = new URLSearchParams(search);
  const a = parameters.get("a") ?? "";
  const drop = parameters.get("drop");
  if (drop !== null) return { ...NOTHING_CHOSEN, a, change: "drop", b: drop };
  return { ...NOTHING_CHOSEN, a, b: parameters.get("b") ?? "" };
}

const MONTH = { filters: NO_FILTERS, range: { span: "30", from: "", to: "" } } as const;

/** One form for every change that can be tried on the past, its result, and what was tried and run before. */
export function WhatIfPage(): ComponentChildren {
  const search = useSearch();
  const form = useRef<HTMLDivElement>(null);
  const [rule, setRule] = useState<Draft>();
  const open = (next: Draft): void => {
    setRule(next);
    form.current?.scrollIntoView();
  };
  return (
    <>
      <PageHeader title="What if">{SAY.replayed}</PageHeader>
      <div className="stack-4">
        <div ref={form}>
          {rule === undefined ? (
            <Panel title="If we had">
              <WhatIfForm sides={readSides(search)} start={MONTH} />
            </Panel>
          ) : (
            <Panel
              title={`If ${rule.name}`}
              actions={
                <>
                  <Button size="small" onClick={() => setRule(undefined)}>
                    Another change
                  </Button>
                  <KeepDraft draft={rule} base={undefined} onSaved={undefined} />
                </>
              }
            >
              <WhatIfForm key={rule.name} draft={rule} start={MONTH} />
            </Panel>
          )}
        </div>
        <RunningExperiments />
        <ReplayHistory />
        <Proofs onRule={open} />
        <ExperimentHistory />
      </div>
    </>
  );
}
