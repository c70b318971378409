// The ways to keep a draft once it was tried: a version, a shadow, or a tenth of the traffic.
import type { Preference, PreferencePolicy } from "@signalbox/sdk";
import { useRef, useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { useLocation } from "wouter-preact";

import { signalbox } from "../../api/client.ts";
import { PREFERENCE_KEYS } from "../../api/queries/lists.ts";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { FormError, isUnmatched } from "../../components/form-error.tsx";
import { showToast } from "../../components/toasts.tsx";
import { withMember } from "../../lib/values.ts";
import { useRights } from "../../session/session.ts";
import type { Draft } from "./try-drawer.tsx";
import { percent } from "../../lib/format.ts";
import { inForce } from "../../lib/phrases.ts";

const SHARE = 0.1;
const NAME_CHARS_MAX = 200;

interface Props {
  readonly draft: Draft;
  readonly base: Preference | undefined;
  readonly onSaved: (() => void) | undefined;
}

type Way = "save" | "shadow" | "start";

/** Rules that match nothing are kept, too. */
interface Meant {
  readonly unknown_ok?: true;
}

/** The draft alone: neither the experiment nor the shadow of what it is tried against. */
function standalone(policy: PreferencePolicy): PreferencePolicy {
  const { experiment: _experiment, shadow_preference_id: _shadow, ...rest } = policy;
  return rest;
}

function useKeep({ draft, base, onSaved }: Props) {
  const [, navigate] = useLocation();
  // Made once, however often the second step has to be repeated.
  const made = useRef<Preference>(undefined);
  const makeOwn = async (meant: Meant): Promise<Preference> => {
    made.current ??= await signalbox.preferences.create({
      name: `${draft.name.slice(0, NAME_CHARS_MAX - 8)} (draft)`,
      policy: standalone(draft.policy),
      ...meant,
    });
    return made.current;
  };
  const update = (preference: Preference, policy: PreferencePolicy, meant: Meant = {}): Promise<Preference> =>
    signalbox.preferences.update(preference.id, { policy, expected_version: preference.version, ...meant });
  const keep = async (way: Way, isUnmatchedMeant?: boolean): Promise<string> => {
    const meant: Meant = isUnmatchedMeant === true ? { unknown_ok: true } : {};
    if (base === undefined) {
      const own = await makeOwn(meant);
      return `/preferences/${own.id}`;
    }
    if (way === "save") {
      const { version } = await update(base, draft.policy, meant);
      showToast(inForce(version));
      return `/preferences/${base.id}`;
    }
    const { id } = await makeOwn(meant);
    if (way === "shadow") {
      await update(base, withMember(base.policy, "shadow_preference_id", id));
      showToast("It now decides beside the version in force; its picks are recorded, not answered.");
      return `/preferences/${base.id}`;
    }
    await update(base, withMember(base.policy, "experiment", { preference_id: id, share: SHARE }));
    showToast(`${percent(SHARE)} of the sessions use the draft from now on.`);
    return `/preferences/${base.id}?tab=experiment`;
  };
  return useAction(keep, {
    stale: [PREFERENCE_KEYS.all],
    onDone: (path) => {
      onSaved?.();
      navigate(path);
    },
  });
}

export function KeepDraft(props: Props): ComponentChildren {
  const { canWrite } = useRights();
  const keep = useKeep(props);
  const [asked, setAsked] = useState<Way>("save");
  if (!canWrite) return <span className="hint">Your role may try, but not change.</span>;
  const press = (way: Way): void => {
    setAsked(way);
    keep.run(way);
  };
  const button = (way: Way, label: string): ComponentChildren => (
    <Button kind={way === "save" ? "primary" : "plain"} isBusy={keep.isBusy} onClick={() => press(way)}>
      {label}
    </Button>
  );
  return (
    <>
      {isUnmatched(keep.error) ? (
        <Unmatched where="The editor marks it." onSaveAll={() => keep.run(asked, true)} />
      ) : (
        <FormError error={keep.error} />
      )}
      {props.base === undefined ? (
        button("save", "Save as a preference")
      ) : (
        <>
          {button("start", `Start at ${percent(SHARE)}`)}
          {button("shadow", "Save as shadow")}
          {button("save", `Save as version ${props.base.version + 1}`)}
        </>
      )}
    </>
  );
}

interface UnmatchedProps {
  /** Says where the rule is to be found. */
  readonly where: string;
  /** Saves rules that match nothing, too. */
  readonly onSaveAll: () => void;
}

/** The question before a rule that matches nothing is saved. */
export function Unmatched({ where, onSaveAll }: UnmatchedProps): ComponentChildren {
  return (
    <div className="banner" data-tone="caution" role="alert">
      <div>
        <strong>Nothing is saved yet.</strong> A rule matches none of your candidates and no model of the
        catalogue, so it would do nothing. {where}
      </div>
      <Button size="small" onClick={onSaveAll}>
        It is meant: save all the same
      </Button>
    </div>
  );
}
