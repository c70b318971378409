import { useQueryClient } from "@tanstack/preact-query";
import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";

import { signalbox } from "../../api/client.ts";
import { useAction } from "../../api/use-action.ts";
import { useNames } from "../../api/queries/names.ts";
import { PREFERENCE_KEYS } from "../../api/queries/lists.ts";
import { Button } from "../../components/button.tsx";
import { CodeBlock } from "../../components/copy-button.tsx";
import { FormError } from "../../components/form-error.tsx";
import { Panel } from "../../components/panel.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { showToast } from "../../components/toasts.tsx";
import { curlSnippet, pythonSnippet, typescriptSnippet } from "../../lib/snippets.ts";
import type { SnippetRequest } from "../../lib/snippets.ts";
import { objectiveWords } from "../../lib/policy-words.ts";
import { needsPreference, savedFor, snippetOf } from "./playground-state.ts";
import type { PlaygroundState } from "./playground-state.ts";

const TABS = [
  { id: "curl", label: "curl" },
  { id: "typescript", label: "TypeScript" },
  { id: "python", label: "Python" },
] as const;

type TabId = (typeof TABS)[number]["id"];

const TEXTS: Readonly<Record<TabId, (request: SnippetRequest) => string>> = {
  curl: (request) => curlSnippet(location.origin, undefined, request),
  typescript: (request) => typescriptSnippet(location.origin, request),
  python: (request) => pythonSnippet(location.origin, request),
};

interface Props {
  readonly state: PlaygroundState;
  readonly onSaved: (preferenceId: string) => void;
}

export function SnippetsPanel({ state, onSaved }: Props): ComponentChildren {
  const [tab, setTab] = useState<TabId>("curl");
  const client = useQueryClient();
  const { preferences } = useNames();
  const saved = needsPreference(state) ? savedFor(state, preferences) : undefined;
  const request = snippetOf(saved === undefined ? state : { ...state, preferenceId: saved });
  const save = useAction(
    () =>
      signalbox.preferences.create({
        name: `From the playground: ${objectiveWords(state.objective)}`,
        policy: { objective: state.objective },
      }),
    {
      onDone: (made) => {
        void client.invalidateQueries({ queryKey: PREFERENCE_KEYS.all });
        showToast(`Saved as “${made.name}”.`);
        onSaved(made.id);
      },
    },
  );
  return (
    <Panel title="As a call">
      {request === undefined ? (
        <div className="row">
          <Button isBusy={save.isBusy} onClick={() => save.run()}>
            Save these levers as a preference
          </Button>
          <span className="hint">
            A call names levers like these by the id of a preference. Once saved, the call stands here.
          </span>
          <FormError error={save.error} />
        </div>
      ) : (
        <Tabs label="Language" tabs={TABS} current={tab} onChange={setTab}>
          <CodeBlock label={`The call in ${tab}`} text={TEXTS[tab](request)} />
          <p className="hint">It takes the key from SIGNALBOX_API_KEY of your shell.</p>
        </Tabs>
      )}
    </Panel>
  );
}
