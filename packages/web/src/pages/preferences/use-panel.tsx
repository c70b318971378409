import type { Preference } from "@signalbox/sdk";
import { useQueryClient } from "@tanstack/preact-query";
import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { Link, useLocation } from "wouter-preact";

import { signalbox } from "../../api/client.ts";
import { PREFERENCE_KEYS } from "../../api/queries/lists.ts";
import { useRights } from "../../session/session.ts";
import { Button } from "../../components/button.tsx";
import { CodeBlock } from "../../components/copy-button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Panel } from "../../components/panel.tsx";
import { curlSnippet } from "../../lib/snippets.ts";

export function UsePanel({ preference }: { readonly preference: Preference }): ComponentChildren {
  const [isDeleting, setIsDeleting] = useState(false);
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const { canWrite } = useRights();
  const snippet = curlSnippet(location.origin, undefined, {
    messages: [{ role: "user", content: "Hello" }],
    llm_providers: [{ model: "openai/gpt-6.2-sol" }, { model: "openai/gpt-6-luna" }],
    preference_id: preference.id,
  });
  return (
    <div className="stack-4">
      <Panel title="In a request">
        <CodeBlock label="Request with this preference" text={snippet} />
        <p className="hint">It takes the key from SIGNALBOX_API_KEY of your shell.</p>
        <p>
          <Link href={`/decisions?preference_id=${preference.id}`}>Decisions made by it</Link>, or{" "}
          <Link href={`/playground?preference=${preference.id}`}>try it in the playground</Link>.
        </p>
      </Panel>
      <Panel title="Delete">
        <p>Requests that name it are then answered with 404. Decisions it made keep their explanation.</p>
        <Button kind="danger" isDisabled={!canWrite} onClick={() => setIsDeleting(true)}>
          Delete the preference
        </Button>
      </Panel>
      {isDeleting ? (
        <ConfirmDialog
          title={`Delete “${preference.name}”`}
          verb="Delete"
          onClose={() => setIsDeleting(false)}
          onConfirm={async () => {
            await signalbox.preferences.remove(preference.id);
            navigate("/preferences");
            await client.invalidateQueries({ queryKey: PREFERENCE_KEYS.list });
          }}
        >
          Requests that still name it will fail from now on.
        </ConfirmDialog>
      ) : null}
    </div>
  );
}
