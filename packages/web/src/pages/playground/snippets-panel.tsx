import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ReactNode } from "react";

import { signalbox } from "../../api/client.ts";
import { useAction } from "../../api/use-action.ts";
import { PREFERENCE_KEYS } from "../../api/queries/preferences.ts";
import { Button } from "../../components/button.tsx";
import { CodeBlock } from "../../components/code-block.tsx";
import { FormError } from "../../components/form-error.tsx";
import { Panel } from "../../components/panel.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { showToast } from "../../components/toasts.tsx";
import { curlSnippet, pythonSnippet, typescriptSnippet } from "../../lib/snippets.ts";
import { objectiveWords } from "../preferences/policy-words.ts";
import { needsPreference, snippetOf } from "./playground-state.ts";
import type { PlaygroundState } from "./playground-state.ts";

const TABS = [
  { id: "curl", label: "curl" },
  { id: "typescript", label: "TypeScript" },
  { id: "python", label: "Python" },
] as const;

interface Props {
  readonly state: PlaygroundState;
  readonly onSaved: (preferenceId: string) => void;
}

export function SnippetsPanel({ state, onSaved }: Props): ReactNode {
  const [tab, setTab] = useState<(typeof TABS)[number]["id"]>("curl");
  const client = useQueryClient();
  const request = snippetOf(state);
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
  const texts = {
    curl: () => curlSnippet(location.origin, "YOUR_KEY", request),
    typescript: () => typescriptSnippet(location.origin, request),
    python: () => pythonSnippet(location.origin, request),
  };
  return (
    <Panel title="As a call">
      {needsPreference(state) ? (
        <div className="row">
          <Button isBusy={save.isBusy} onClick={() => save.run()}>
            Save these levers as a preference
          </Button>
          <span className="hint">A request names it by its id.</span>
          <FormError error={save.error} />
        </div>
      ) : null}
      <Tabs label="Language" tabs={TABS} current={tab} onChange={setTab}>
        <CodeBlock label={`The call in ${tab}`} text={texts[tab]()} />
      </Tabs>
    </Panel>
  );
}
