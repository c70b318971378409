// A draft against what is in force, decided again over past traffic: what it would have cost and achieved, before it is on.
// The run is a replay of the service: its id stands in the address, so a reload finds it where it was.
import type { CreateReplay, Preference, PreferencePolicy } from "@signalbox/sdk";
import { useEffect, useState } from "preact/hooks";
import type { ComponentChildren } from "preact";

import { signalbox } from "../../api/client.ts";
import { useKnownNames } from "../../api/queries/known-names.ts";
import { PREFERENCE_KEYS } from "../../api/queries/lists.ts";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { FormError } from "../../components/form-error.tsx";
import { filterQuery, isFiltered } from "../../lib/explore.ts";
import { timesOf } from "../../lib/range.ts";
import { PolicyWords } from "../../components/policy-text.tsx";
import { ShownReplay } from "./shown-replay.tsx";
import { isRunning, useReplay, useReplayId } from "./use-replay.ts";
import { KeepDraft } from "./keep-draft.tsx";
import { isWhole, NOTHING_CHOSEN, otherSide, Sides, sideRef, supposedPrice } from "./try-sides.tsx";
import type { Chosen } from "./try-sides.tsx";
import { ALL_TRAFFIC, TryScope } from "./try-scope.tsx";
import type { Scope } from "./try-scope.tsx";
import { SAY } from "../../lib/phrases.ts";

/** As many as one replay may look at. */
const DECISIONS_MAX = 100_000;

export interface Draft {
  readonly name: string;
  readonly policy: PreferencePolicy;
}

interface Props {
  /** Absent: two that exist already are chosen from. */
  readonly draft?: Draft;
  /** The preference that the draft would take the place of; absent: that is chosen, too. */
  readonly base?: Preference;
  readonly start?: Scope;
  readonly onClose: () => void;
  /** The draft has become a version of its base. */
  readonly onSaved?: () => void;
}

interface Asked {
  readonly draft: Draft | undefined;
  readonly base: Preference | undefined;
  readonly scope: Scope;
  readonly chosen: Chosen;
}

function useRun({ draft, base, scope, chosen }: Asked) {
  const [id, setId] = useReplayId();
  const a: CreateReplay["a"] = base === undefined ? sideRef(chosen.a) : { preference_id: base.id };
  const run = useAction(
    async () =>
      signalbox.replay.create({
        a,
        b: draft === undefined ? await otherSide(chosen) : { policy: draft.policy },
        ...(draft === undefined && supposedPrice(chosen)),
        ...timesOf(scope.range, Date.now()),
        ...(isFiltered(scope.filters) && { filter: filterQuery(scope.filters) }),
        decisions_max: DECISIONS_MAX,
      }),
    {
      stale: [PREFERENCE_KEYS.replays],
      onDone: (made) => setId(made.id),
    },
  );
  // Draft and traffic are known when the drawer opens, so the run begins by itself; a reload finds the run that it had begun.
  useEffect(() => {
    if (draft !== undefined && base !== undefined && id === undefined) run.run();
  }, []);
  return { id, run };
}

type FormProps = Omit<Props, "onClose" | "onSaved"> & { readonly sides?: Chosen };

/** The one form of every What if, with its result below. */
export function WhatIfForm({ draft, base, start = ALL_TRAFFIC, sides }: FormProps): ComponentChildren {
  const [scope, setScope] = useState(start);
  const [chosen, setChosen] = useState(sides ?? NOTHING_CHOSEN);
  const { id, run } = useRun({ draft, base, scope, chosen });
  const { labels } = useKnownNames(scope.range);
  const { data: shown } = useReplay(id);
  return (
    <div className="stack-4">
      {draft === undefined ? null : (
        <p>
          <strong>
            <PolicyWords policy={draft.policy} />
          </strong>
        </p>
      )}
      <Sides
        chosen={chosen}
        hasBase={base !== undefined}
        hasDraft={draft !== undefined}
        labels={labels}
        onChange={setChosen}
      />
      <TryScope scope={scope} onChange={setScope} />
      <div className="row">
        <Button
          kind="primary"
          isBusy={run.isBusy || isRunning(shown)}
          isDisabled={draft === undefined && !isWhole(chosen)}
          onClick={() => run.run()}
        >
          {shown === undefined ? "Try it" : "Try again"}
        </Button>
      </div>
      <FormError error={run.error} />
      {id === undefined ? null : <ShownReplay id={id} />}
    </div>
  );
}

export function TryDrawer({ onClose, onSaved, ...form }: Props): ComponentChildren {
  const { draft, base } = form;
  const title = draft === undefined ? "Try on past traffic" : `Try \u201c${draft.name}\u201d on past traffic`;
  const keep = draft === undefined ? undefined : <KeepDraft draft={draft} base={base} onSaved={onSaved} />;
  return (
    <Dialog title={title} width="side" onClose={onClose} foot={keep}>
      <p className="soft">{SAY.replayed}</p>
      <WhatIfForm {...form} />
    </Dialog>
  );
}
