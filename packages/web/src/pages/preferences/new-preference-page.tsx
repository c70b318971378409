import type { PreferencePolicy } from "@signalbox/sdk";
import { useQueryClient } from "@tanstack/preact-query";
import type { ComponentChildren } from "preact";
import { useLocation, useSearch } from "wouter-preact";

import { signalbox } from "../../api/client.ts";
import { useAction } from "../../api/use-action.ts";
import { PREFERENCE_KEYS } from "../../api/queries/lists.ts";
import { useRights } from "../../session/session.ts";
import { Button } from "../../components/button.tsx";
import { Segmented } from "../../components/choice.tsx";
import { TextField } from "../../components/field.tsx";
import { faultOf, FormError } from "../../components/form-error.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Panel } from "../../components/panel.tsx";
import { DEFAULT_TOLERANCE } from "../../lib/values.ts";
import { useDraft } from "../../lib/use-draft.ts";
import { objectiveWords } from "../../lib/policy-words.ts";

const STARTS = {
  quality: { objective: { kind: "quality" } },
  cost: { objective: { kind: "cost", tolerance: DEFAULT_TOLERANCE } },
  latency: { objective: { kind: "latency", tolerance: DEFAULT_TOLERANCE } },
  dial: { objective: { kind: "dial", cost_quality_tradeoff: 5 } },
} as const satisfies Record<string, PreferencePolicy>;

type Start = keyof typeof STARTS;

const OPTIONS: readonly { readonly value: Start; readonly label: string }[] = [
  { value: "quality", label: "Best quality" },
  { value: "cost", label: "Save money" },
  { value: "latency", label: "Fast" },
  { value: "dial", label: "In between" },
];

const EMPTY: { readonly name: string; readonly start: Start } = { name: "", start: "cost" };

export function NewPreferencePage(): ComponentChildren {
  const draft = useDraft("new-preference", EMPTY);
  const [, navigate] = useLocation();
  const search = useSearch();
  const client = useQueryClient();
  const { canWrite } = useRights();
  const { name, start } = draft.value;
  const create = useAction(() => signalbox.preferences.create({ name: name.trim(), policy: STARTS[start] }), {
    onDone: (made) => {
      draft.discard();
      void client.invalidateQueries({ queryKey: PREFERENCE_KEYS.all });
      // A rule that somebody came for goes along.
      navigate(`/preferences/${made.id}${search === "" ? "" : `?${search}`}`);
    },
  });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    create.run();
  };
  return (
    <>
      <PageHeader title="New preference" crumb={{ href: "/preferences", label: "Preferences" }} />
      <Panel title="Start from">
        <form className="stack" onSubmit={submit}>
          <TextField
            label="Name"
            hint="What these conversations are: support chat, nightly summaries."
            value={name}
            maxLength={200}
            error={faultOf(create.error, "name")}
            onChange={(value) => draft.set({ ...draft.value, name: value })}
            isRequired
          />
          <Segmented
            label="Objective"
            value={start}
            options={OPTIONS}
            hint={`Goes by ${objectiveWords(STARTS[start].objective)}. Everything can be changed in the next step.`}
            onChange={(value) => draft.set({ ...draft.value, start: value })}
          />
          <FormError error={create.error} shown="name" />
          <div className="row">
            <Button type="submit" kind="primary" isBusy={create.isBusy} isDisabled={!canWrite}>
              Create and edit
            </Button>
          </div>
        </form>
      </Panel>
    </>
  );
}
