// The editor: the form on one side, what would change on the other. The draft outlives reloads; saving names the version
// it started from, so that two tabs cannot overwrite each other unseen.
import type { Preference, PreferenceDraft, PreferencePolicy } from "@signalbox/sdk";
import { SignalboxApiError } from "@signalbox/sdk";
import { useQueryClient } from "@tanstack/preact-query";
import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";

import { signalbox } from "../../api/client.ts";
import { useAction } from "../../api/use-action.ts";
import { PREFERENCE_KEYS } from "../../api/queries/lists.ts";
import { useRights } from "../../session/session.ts";
import { Button } from "../../components/button.tsx";
import { DiffView } from "../../components/diff-view.tsx";
import { TextField } from "../../components/field.tsx";
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
import { LimitsFields } from "./limits-fields.tsx";
import { ObjectiveFields } from "./objective-fields.tsx";
import { hasBlankRules, withoutBlankRules, useSuggestedRule } from "./policy-edit.ts";
import type { Edited } from "./policy-edit.ts";
import { draftWords, useKeptDraft, usePreferenceDraft } from "./use-kept-draft.ts";
import { RulesFields } from "./rules-fields.tsx";

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
      <Button onClick={() => setIsTrying(true)}>Try it on past traffic</Button>
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
        showToast(`Version ${saved.version} is in force.`);
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
