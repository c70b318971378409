import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";

import { CodeBlock } from "../../components/copy-button.tsx";
import { Tabs } from "../../components/tabs.tsx";
import {
  aiSdkSnippet,
  environmentSnippet,
  gatewaySnippet,
  openaiSnippet,
} from "../../lib/program-snippets.ts";
import { curlSnippet, FIRST_REQUEST, pythonSnippet, typescriptSnippet } from "../../lib/snippets.ts";

const TABS = [
  { id: "curl", label: "curl" },
  { id: "typescript", label: "TypeScript" },
  { id: "python", label: "Python" },
  { id: "openai", label: "OpenAI" },
  { id: "ai-sdk", label: "AI SDK" },
  { id: "gateways", label: "Gateways" },
] as const;

type TabId = (typeof TABS)[number]["id"];

const PROGRAMS: Readonly<Record<Exclude<TabId, "curl">, (baseUrl: string) => string>> = {
  typescript: (baseUrl) => typescriptSnippet(baseUrl, FIRST_REQUEST),
  python: (baseUrl) => pythonSnippet(baseUrl, FIRST_REQUEST),
  openai: openaiSnippet,
  "ai-sdk": aiSdkSnippet,
  gateways: gatewaySnippet,
};

/** The first call in the reader's own language, with the address of this service and the key where it is known. */
export function CallTabs(props: { readonly secret: string | undefined }): ComponentChildren {
  const [tab, setTab] = useState<TabId>("curl");
  return (
    <Tabs label="Language" tabs={TABS} current={tab} onChange={setTab}>
      <div className="stack">
        {tab === "curl" ? (
          <CodeBlock label="First call" text={curlSnippet(location.origin, props.secret, FIRST_REQUEST)} />
        ) : (
          <>
            <CodeBlock label="Environment" text={environmentSnippet(location.origin, props.secret)} />
            <CodeBlock label="First call" text={PROGRAMS[tab](location.origin)} />
          </>
        )}
        {props.secret === undefined ? (
          <p className="hint">
            Paste or make a key above and it is filled in here; until then the call takes SIGNALBOX_API_KEY of
            your shell.
          </p>
        ) : null}
      </div>
    </Tabs>
  );
}
