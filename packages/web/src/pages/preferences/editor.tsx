// The editor: the form on one side, what would change on the other. The draft outlives reloads; saving names the version
// it started from, so that two tabs cannot overwrite each other unseen.

import {
  type Preference,
  type PreferenceDraft,
  type PreferencePolicy,
  SignalboxApiError,
} from "@signalbox/sdk";
import { useQueryClient, useQuery } from "@tanstack/preact-query";
import { useState, useEffect, useMemo, useRef } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { signalbox } from "../../api/client.ts";
import { useAction } from "../../api/use-action.ts";
import { PREFERENCE_KEYS, useAccount } from "../../api/queries/lists.ts";
import { useRights } from "../../session/session.ts";
import { Button } from "../../components/button.tsx";
import { DiffView } from "../../components/diff-view.tsx";
import { TextField, NumberField } from "../../components/field.tsx";
import { faultOf, FormError, isUnmatched } from "../../components/form-error.tsx";
import { Panel } from "../../components/panel.tsx";
import { Skeleton } from "../../components/states.tsx";
import { showToast } from "../../components/toasts.tsx";
import { stableJson } from "../../lib/diff.ts";
import { NO_FILTERS } from "../../lib/explore.ts";
import { Unmatched } from "../replays/keep-draft.tsx";
import { TryDrawer } from "../replays/try-drawer.tsx";
import type { Scope } from "../replays/try-scope.tsx";
import { useTrying } from "../replays/use-trying.ts";
import { DryRunPanel, useDryRun } from "./dry-run-panel.tsx";
import { ObjectiveFields } from "./objective-fields.tsx";
import {
  hasBlankRules,
  withoutBlankRules,
  useSuggestedRule,
  type Edited,
  rebase,
  toNumber,
  toText,
} from "./policy-edit.ts";
import { RulesFields } from "./rules-fields.tsx";
import { useDebounced } from "../../lib/hooks.ts";
import { useDraft } from "../../lib/use-draft.ts";
import { Check, Segmented } from "../../components/choice.tsx";
import { ExplorationLever } from "../../components/lever.tsx";
import { percent } from "../../lib/format.ts";
import { withMember } from "../../lib/values.ts";
import { RouterField, ShadowField } from "./reference-fields.tsx";
import { inForce, SAY } from "../../lib/phrases.ts";

interface Props {
  readonly preferenceId: string;
  readonly policy: PreferencePolicy;
  readonly error: unknown;
  readonly onChange: (policy: PreferencePolicy) => void;
}

const LIMITS = [
  ["price_ceiling_usd", "Dollars of one call, at most", 1e6],
  ["latency_ceiling_s", "Seconds of one call, at most", 1e6],
  ["minimum_success", "Success, at least (0 to 1)", 1],
  ["max_loss_points", "Points below the best, at most (0 to 100)", 100],
] as const;

const RETENTIONS = [
  { value: "account", label: SAY.asOrganisation },
  { value: "none", label: "Never kept" },
  { value: "text", label: "Kept" },
] as const;

function LimitsFields({ preferenceId, policy, error, onChange }: Props): ComponentChildren {
  return (
    <Panel title="Limits and behaviour">
      <div className="grid-fields">
        {LIMITS.map(([member, label, max]) => (
          <NumberField
            key={member}
            label={label}
            min={0}
            max={max}
            placeholder="no limit"
            value={toText(policy[member])}
            error={faultOf(error, member)}
            onChange={(typed) => onChange(withMember(policy, member, toNumber(typed)))}
          />
        ))}
      </div>
      <BehaviourFields policy={policy} onChange={onChange} />
      <RouterField policy={policy} onChange={onChange} />
      <ShadowField preferenceId={preferenceId} policy={policy} onChange={onChange} />
    </Panel>
  );
}

function BehaviourFields({ policy, onChange }: Pick<Props, "policy" | "onChange">): ComponentChildren {
  return (
    <>
      <Segmented
        label="When every candidate is rejected"
        value={policy.fallback ?? "limits"}
        options={[
          { value: "limits", label: "Keep the limits" },
          { value: "least_bad", label: "Recommend the least bad" },
          { value: "strict", label: "Refuse the request (422)" },
        ]}
        hint="Allow and deny rules always hold. Limits hold unless the least bad is asked for; it is marked as degraded."
        onChange={(fallback) =>
          onChange(withMember(policy, "fallback", fallback === "limits" ? undefined : fallback))
        }
      />
      <Check
        label="Keep a session on its model while that pays."
        hint="Weighs the warm prompt cache."
        isChecked={policy.sticky_sessions ?? true}
        onChange={(isOn) => onChange(withMember(policy, "sticky_sessions", isOn ? undefined : false))}
      />
      <Exploration
        rate={policy.exploration_rate}
        onChange={(rate) => onChange(withMember(policy, "exploration_rate", rate))}
      />
      <Check
        label="Reject models that their vendor has deprecated."
        hint="Otherwise they are only marked."
        isChecked={policy.reject_deprecated ?? false}
        onChange={(isOn) => onChange(withMember(policy, "reject_deprecated", isOn || undefined))}
      />
      <Check
        label="Keep models that their host has shut down."
        hint="Otherwise they are rejected from that day on, unless nothing else is left."
        isChecked={policy.allow_shut_down ?? false}
        onChange={(isOn) => onChange(withMember(policy, "allow_shut_down", isOn || undefined))}
      />
      <Segmented
        label="Message text of these conversations"
        value={policy.retention ?? "account"}
        options={RETENTIONS}
        hint={SAY.neverKept}
        onChange={(kept) => onChange(withMember(policy, "retention", kept === "account" ? undefined : kept))}
      />
    </>
  );
}

interface ExplorationProps {
  readonly rate: number | undefined;
  readonly onChange: (rate: number | undefined) => void;
}

/** Without a rate of its own a preference has that of the organisation. */
function Exploration({ rate, onChange }: ExplorationProps): ComponentChildren {
  const account = useAccount(rate === undefined);
  const inherited = account.data?.settings.exploration_rate;
  const shown = inherited === undefined ? [] : [inherited === 0 ? "off" : percent(inherited)];
  return (
    <div className="stack-tight">
      <ExplorationLever
        value={rate ?? inherited ?? 0}
        {...(rate === undefined && { shown: [...shown, "as the organisation says"].join(", ") })}
        onChange={onChange}
      />
      {rate === undefined ? null : (
        <Button size="small" kind="quiet" onClick={() => onChange(undefined)}>
          {SAY.asOrganisation}
        </Button>
      )}
    </div>
  );
}

// The draft of a preference: in this tab immediately, and on the server as soon as typing rests, so that it is there in another
// browser, too. It is gone from both once it is saved or discarded.

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
function usePreferenceDraft(id: string): PreferenceDraft | null | undefined {
  const query = useQuery({
    queryKey: PREFERENCE_KEYS.draft(id),
    queryFn: async ({ signal }) => (await signalbox.preferences.draft(id, { signal })).draft,
    staleTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  });
  return query.isError ? null : query.data;
}

function useKeptDraft(preference: Preference, kept: PreferenceDraft | null): KeptDraft {
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
function draftWords({ isChanged, state }: Pick<KeptDraft, "isChanged" | "state">): string {
  if (!isChanged) return "No changes.";
  if (state === "kept") return "Kept as your draft, in every browser.";
  return state === "refused" ? "Kept in this tab only: it cannot be saved as it is." : "";
}

export function Editor({ preference }: { readonly preference: Preference }): ComponentChildren {
  const kept = usePreferenceDraft(preference.id);
  return kept === undefined ? <Skeleton rows={8} /> : <EditorForm preference={preference} kept={kept} />;
}

interface FormProps {
  readonly preference: Preference;
  readonly kept: PreferenceDraft | null;
}

function EditorForm({ preference, kept }: FormProps): ComponentChildren {
  const draft = useKeptDraft(preference, kept);
  const { initial, edited, isChanged, set } = draft;
  const { name, policy } = edited;
  const isSuggested = useSuggestedRule((deny) => change({ ...policy, deny: [...(policy.deny ?? []), deny] }));
  const [isBlankShown, setIsBlankShown] = useState(false);
  const dry = useDryRun(preference.id, policy);
  const { save, reload } = useSave(preference, draft.discard);
  const change = (next: PreferencePolicy): void => set({ name, policy: next });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setIsBlankShown(hasBlankRules(policy));
    if (isChanged && !hasBlankRules(policy)) save.run(edited);
  };
  return (
    <form className="grid-aside" onSubmit={submit}>
      <div className="stack-4">
        <Panel title="Name and objective">
          <TextField
            label="Name"
            value={name}
            maxLength={200}
            error={faultOf(save.error, "name")}
            onChange={(value) => set({ name: value, policy })}
            isRequired
          />
          <ObjectiveFields policy={policy} onChange={change} />
        </Panel>
        <RulesFields
          policy={policy}
          error={isConflict(save.error) ? undefined : save.error}
          judged={dry.rules}
          onChange={change}
          isBlankShown={isBlankShown}
        />
        <LimitsFields preferenceId={preference.id} policy={policy} error={save.error} onChange={change} />
        <SaveBar version={preference.version + 1} isBusy={save.isBusy} draft={draft}>
          <SaveFault
            error={save.error}
            onReload={reload}
            onSaveAll={() => save.run(edited, true)}
            before={initial}
            after={edited}
          />
        </SaveBar>
      </div>
      <DryRunPanel {...dry} />
      {isSuggested ? null : <Trying preference={preference} edited={edited} onSaved={draft.discard} />}
    </form>
  );
}

interface SaveBarProps {
  /** The version that saving makes. */
  readonly version: number;
  readonly isBusy: boolean;
  readonly draft: ReturnType<typeof useKeptDraft>;
  /** The fault of the last save: in the bar, which stays in sight. */
  readonly children: ComponentChildren;
}

function SaveBar({ version, isBusy, draft, children }: SaveBarProps): ComponentChildren {
  const { canWrite } = useRights();
  const [, setIsTrying] = useTrying();
  return (
    <div className="row save-bar">
      {children}
      <Button type="submit" kind="primary" isBusy={isBusy} isDisabled={!draft.isChanged || !canWrite}>
        Save as version {version}
      </Button>
      <Button onClick={() => setIsTrying(true)}>{SAY.tryIt}</Button>
      {draft.isChanged ? (
        <Button kind="quiet" onClick={draft.discard}>
          Discard changes
        </Button>
      ) : null}
      <span className="hint" role="status">
        {draftWords(draft)}
      </span>
    </div>
  );
}

interface TryingProps {
  readonly preference: Preference;
  readonly edited: Edited;
  readonly onSaved: () => void;
}

function Trying({ preference, edited: { name, policy }, onSaved }: TryingProps): ComponentChildren {
  const [isTrying, setIsTrying] = useTrying();
  if (!isTrying) return null;
  return (
    <TryDrawer
      draft={{ name, policy: withoutBlankRules(policy) }}
      base={preference}
      start={scopeOf(preference)}
      onClose={() => setIsTrying(false)}
      onSaved={onSaved}
    />
  );
}

/** The traffic that it decides now: of a week, which is soon decided again. */
const scopeOf = ({ id }: Preference): Scope => ({
  range: { span: "7", from: "", to: "" },
  filters: { ...NO_FILTERS, preference_id: id },
});

function useSave(preference: Preference, onSaved: () => void) {
  const client = useQueryClient();
  const reload = (): void => void client.invalidateQueries({ queryKey: PREFERENCE_KEYS.all });
  const save = useAction(
    ({ name, policy }: Edited, isUnmatchedMeant?: boolean) =>
      signalbox.preferences.update(preference.id, {
        name: name.trim(),
        policy: withoutBlankRules(policy),
        expected_version: preference.version,
        ...(isUnmatchedMeant === true && { unknown_ok: true }),
      }),
    {
      onDone: (saved) => {
        onSaved();
        client.setQueryData(PREFERENCE_KEYS.one(preference.id), saved);
        reload();
        showToast(inForce(saved.version));
      },
    },
  );
  return { save, reload };
}

interface FaultProps {
  readonly error: unknown;
  readonly onReload: () => void;
  /** Saves rules that match nothing, too. */
  readonly onSaveAll: () => void;
  readonly before: unknown;
  readonly after: unknown;
}

const isConflict = (error: unknown): boolean => error instanceof SignalboxApiError && error.status === 409;

/** A conflict means that somebody saved meanwhile: load theirs, keep mine, show the difference. */
function SaveFault(props: FaultProps): ComponentChildren {
  if (isUnmatched(props.error)) return <Unmatched where="It is marked above." onSaveAll={props.onSaveAll} />;
  if (!isConflict(props.error)) return <FormError error={props.error} />;
  return (
    <div className="banner save-conflict" data-tone="caution" role="alert">
      <div>
        <strong>Somebody saved a newer version.</strong> Loading theirs keeps your edits on top of it.
        <details>
          <summary>Your edits</summary>
          <DiffView before={stableJson(props.before)} after={stableJson(props.after)} />
        </details>
      </div>
      <Button size="small" onClick={props.onReload}>
        Load it, keep my edits
      </Button>
    </div>
  );
}
