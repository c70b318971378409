// The draft of a preference: in this tab immediately, and on the server as soon as typing rests, so that it is there in another
// browser, too. It is gone from both once it is saved or discarded.
import type { Preference, PreferenceDraft } from "@signalbox/sdk";
import { useQuery, useQueryClient } from "@tanstack/preact-query";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";

import { signalbox } from "../../api/client.ts";
import { PREFERENCE_KEYS } from "../../api/queries/lists.ts";
import { stableJson } from "../../lib/diff.ts";
import { useDebounced } from "../../lib/hooks.ts";
import { useRights } from "../../session/session.ts";
import { useDraft } from "../../lib/use-draft.ts";
import { rebase, withoutBlankRules } from "./policy-edit.ts";
import type { Edited } from "./policy-edit.ts";

const REST_MS = 600;

/** The text that was typed, and the one that it was typed over. */
interface Typed extends Edited {
  readonly base: Edited;
  readonly baseVersion: number;
}

interface KeptDraft {
  readonly initial: Edited;
  readonly edited: Edited;
  readonly isChanged: boolean;
  /** "kept" once the server has what is shown; "refused" where it takes no such policy, or cannot be reached. */
  readonly state: "none" | "typing" | "kept" | "refused";
  readonly set: (next: Edited) => void;
  readonly discard: () => void;
}

const noop = (): void => {};

/** Undefined while it is not known. A server that does not answer keeps nobody from editing. */
export function usePreferenceDraft(id: string): PreferenceDraft | null | undefined {
  const query = useQuery({
    queryKey: PREFERENCE_KEYS.draft(id),
    queryFn: async ({ signal }) => (await signalbox.preferences.draft(id, { signal })).draft,
    staleTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  });
  return query.isError ? null : query.data;
}

export function useKeptDraft(preference: Preference, kept: PreferenceDraft | null): KeptDraft {
  const { id, name, policy, version } = preference;
  const client = useQueryClient();
  const { canWrite } = useRights();
  const initial = useMemo(() => ({ name, policy }), [name, policy]);
  const [begun] = useState(kept);
  const here = useDraft<Typed | undefined>(`preference.${id}`, undefined);
  const there: Typed | undefined = begun === null ? undefined : { ...begun, baseVersion: begun.base.version };
  const [isLeft, setIsLeft] = useState(false);
  const typed = here.value ?? (isLeft ? undefined : there);
  const edited = typed === undefined ? initial : rebase(typed.base, typed, initial);
  const isChanged = stableJson(edited) !== stableJson(initial);
  const text = stableJson({ name: edited.name.trim(), policy: withoutBlankRules(edited.policy) });
  const rested = useDebounced(text, REST_MS);
  const sent = useRef(begun === null ? "" : text);
  // One after the other: a draft that is still under way when it is discarded must not arrive after that.
  const sending = useRef(Promise.resolve());
  const [state, setState] = useState<KeptDraft["state"]>(begun === null ? "none" : "kept");
  useEffect(() => {
    if (!canWrite || !isChanged || rested !== text || sent.current === text) return;
    sent.current = text;
    const body = { ...(JSON.parse(text) as Edited), base_version: version };
    sending.current = sending.current
      .then(() => signalbox.preferences.putDraft(id, body))
      .then(
        () => setState(sent.current === text ? "kept" : "typing"),
        () => setState("refused"),
      );
  }, [canWrite, id, isChanged, rested, text, version]);
  const discard = (): void => {
    here.discard();
    setIsLeft(true);
    setState("none");
    sent.current = "";
    client.setQueryData(PREFERENCE_KEYS.draft(id), null);
    // A draft that cannot be discarded now is offered once more, and can be discarded then.
    if (canWrite)
      sending.current = sending.current.then(() => signalbox.preferences.discardDraft(id)).then(noop, noop);
  };
  const set = (next: Edited): void => {
    here.set({ ...next, base: initial, baseVersion: version });
    setState("typing");
  };
  return { initial, edited, isChanged, state, set, discard };
}

/** The words that stand beside the buttons. */
export function draftWords({ isChanged, state }: Pick<KeptDraft, "isChanged" | "state">): string {
  if (!isChanged) return "No changes.";
  if (state === "kept") return "Kept as your draft, in every browser.";
  return state === "refused" ? "Kept in this tab only: it cannot be saved as it is." : "";
}
