// First steps: key, the request above as a call, first decision seen. The panel watches for the decision.

import type { DecisionSummary, ApiKey } from "@signalbox/sdk";
import { useQuery } from "@tanstack/preact-query";
import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { signalbox } from "../../api/client.ts";
import { DECISION_KEYS, PREFERENCE_KEYS, API_KEY_KEYS } from "../../api/queries/lists.ts";
import { LinkButton, Button } from "../../components/button.tsx";
import { showToast } from "../../components/toasts.tsx";
import { CodeBlock, Secret } from "../../components/copy-button.tsx";
import { Tabs } from "../../components/tabs.tsx";
import {
  curlSnippet,
  environmentSnippet,
  FIRST_REQUEST,
  pythonSnippet,
  typescriptSnippet,
} from "../../lib/snippets.ts";
import { objectiveWords, SAY } from "../../lib/phrases.ts";
import { needsPreference, requestOf, savedFor, snippetOf, type PlaygroundState } from "./playground-state.ts";
import { useNames } from "../../api/queries/names.ts";
import { useAction } from "../../api/use-action.ts";
import { useRights } from "../../session/session.ts";
import { TextField } from "../../components/field.tsx";
import { FormError } from "../../components/form-error.tsx";

// The key of the first call: the one that the first start printed, pasted, or a new one. What is pasted never leaves the page.

const SECRET = /^sk_[A-Za-z0-9_-]{20,}$/;

type PastedKey =
  | { readonly kind: "own"; readonly secret: string; readonly name: string }
  | { readonly kind: "fault"; readonly text: string }
  | { readonly kind: "empty" };

/** Whether a pasted text is a key of this account, by its first characters; nothing of it is sent anywhere. */
export function readPastedKey(
  text: string,
  keys: readonly Pick<ApiKey, "prefix" | "name" | "status">[],
): PastedKey {
  const secret = text.trim();
  if (secret === "") return { kind: "empty" };
  if (!SECRET.test(secret)) return { kind: "fault", text: "A key begins with sk_ and has no spaces." };
  const found = keys.find(({ prefix }) => secret.startsWith(prefix));
  if (found === undefined)
    return {
      kind: "fault",
      text: "No key of this organisation begins like that. It may belong to another one.",
    };
  if (found.status === "active" || found.status === "rotating")
    return { kind: "own", secret, name: found.name };
  return { kind: "fault", text: `“${found.name}” is ${found.status}. Paste another key, or make one.` };
}

/** A name that no other key has: "First key", then "Key 2". */
export const nextKeyName = (keys: readonly unknown[]): string =>
  keys.length === 0 ? "First key" : `Key ${keys.length + 1}`;

interface GuideKey {
  readonly secret: string;
  /** Shown this once; undefined for one that was pasted. */
  readonly isNew: boolean;
}

interface Props {
  readonly chosen: GuideKey | undefined;
  readonly onChoose: (key: GuideKey | undefined) => void;
}

function KeyStep({ chosen, onChoose }: Props): ComponentChildren {
  if (chosen?.isNew === true)
    return (
      <>
        <p>Store it now. {SAY.onceShown}</p>
        <Secret secret={chosen.secret} />
      </>
    );
  return (
    <>
      <p>Programs authenticate with a key.</p>
      <PasteKey onChoose={onChoose} />
      <MakeKey onMade={(secret) => onChoose({ secret, isNew: true })} />
    </>
  );
}

function PasteKey({ onChoose }: Pick<Props, "onChoose">): ComponentChildren {
  const [text, setText] = useState("");
  const { keys } = useNames();
  const pasted = readPastedKey(text, keys);
  const change = (next: string): void => {
    setText(next);
    const read = readPastedKey(next, keys);
    onChoose(read.kind === "own" ? { secret: read.secret, isNew: false } : undefined);
  };
  return (
    <TextField
      label="The key that the first start printed, or any other of yours"
      type="password"
      autoComplete="off"
      placeholder="sk_…"
      value={text}
      onChange={change}
      hint={
        pasted.kind === "own"
          ? `This is “${pasted.name}”. It stands in the call below and is sent nowhere.`
          : "It is put into the call below and sent nowhere."
      }
      error={pasted.kind === "fault" ? pasted.text : undefined}
    />
  );
}

function MakeKey(props: { readonly onMade: (secret: string) => void }): ComponentChildren {
  const { canWrite } = useRights();
  const { keys } = useNames();
  const create = useAction(
    () => signalbox.keys.create({ name: nextKeyName(keys), scopes: ["select", "feedback"] }),
    {
      stale: [API_KEY_KEYS.all],
      onDone: (made) => props.onMade(made.key),
    },
  );
  return (
    <>
      <div className="row">
        <Button
          kind={keys.length === 0 ? "primary" : "plain"}
          isBusy={create.isBusy}
          isDisabled={!canWrite}
          onClick={() => create.run()}
        >
          {keys.length === 0 ? "Make the first key" : "Make another key"}
        </Button>
      </div>
      <FormError error={create.error} />
    </>
  );
}

const TABS = [
  { id: "curl", label: "curl" },
  { id: "typescript", label: "TypeScript" },
  { id: "python", label: "Python" },
] as const;

type TabId = (typeof TABS)[number]["id"];

const PROGRAMS = { typescript: typescriptSnippet, python: pythonSnippet } as const;

interface CallProps {
  readonly state: PlaygroundState;
  readonly secret: string | undefined;
  readonly onSaved: (preferenceId: string) => void;
}

/** The request above as a call, with the address of this service and the key where it is known. */
function Call({ state, secret, onSaved }: CallProps): ComponentChildren {
  const [tab, setTab] = useState<TabId>("curl");
  const { preferences } = useNames();
  const saved = needsPreference(state) ? savedFor(state, preferences) : undefined;
  const request =
    requestOf(state) === undefined
      ? FIRST_REQUEST
      : snippetOf(saved === undefined ? state : { ...state, preferenceId: saved });
  const save = useAction(
    () =>
      signalbox.preferences.create({
        name: `From Start: ${objectiveWords(state.objective)}`,
        policy: { objective: state.objective },
      }),
    {
      stale: [PREFERENCE_KEYS.all],
      onDone: (made) => {
        showToast(`Saved as “${made.name}”.`);
        onSaved(made.id);
      },
    },
  );
  if (request === undefined)
    return (
      <div className="row">
        <Button isBusy={save.isBusy} onClick={() => save.run()}>
          Save these levers as a preference
        </Button>
        <span className="hint">
          A call names levers like these by the id of a preference. Once saved, the call appears here.
        </span>
        <FormError error={save.error} />
      </div>
    );
  return (
    <Tabs label="Language" tabs={TABS} current={tab} onChange={setTab}>
      <div className="stack">
        {tab === "curl" ? (
          <CodeBlock label="The call" text={curlSnippet(location.origin, secret, request)} />
        ) : (
          <>
            <CodeBlock label="Environment" text={environmentSnippet(location.origin, secret)} />
            <CodeBlock label="The call" text={PROGRAMS[tab](location.origin, request)} />
          </>
        )}
        {secret === undefined ? (
          <p className="hint">
            Paste or make a key above and it is filled in here; until then the call takes SIGNALBOX_API_KEY of
            your shell.
          </p>
        ) : null}
      </div>
    </Tabs>
  );
}

const WATCH_MS = 2000;

/** @param onSaved the levers have become a preference */
export function FirstSteps({ state, onSaved }: Omit<CallProps, "secret">): ComponentChildren {
  const [key, setKey] = useState<GuideKey>();
  const first = useQuery({
    queryKey: DECISION_KEYS.first,
    queryFn: ({ signal }) => signalbox.decisions.list({ limit: 1 }, { signal }),
    refetchInterval: (query) => (query.state.data?.data.length === 1 ? false : WATCH_MS),
  });
  const decision = first.data?.data[0];
  const hasDecision = decision !== undefined;
  const hasKey = key !== undefined || hasDecision;
  return (
    <section className="panel" id="first-steps" aria-label="First steps">
      <div className="panel-body">
        <ol className="steps">
          <Step number={1} title="Take a key" isDone={hasKey} isCurrent={!hasKey}>
            <KeyStep chosen={key} onChoose={setKey} />
          </Step>
          <Step
            number={2}
            title="Ask which model to call"
            isDone={hasDecision}
            isCurrent={hasKey && !hasDecision}
          >
            <Call state={state} secret={key?.secret} onSaved={onSaved} />
          </Step>
          <Step number={3} title="See the decision" isDone={hasDecision} isCurrent={false}>
            <SeeDecision decision={decision} />
          </Step>
        </ol>
      </div>
    </section>
  );
}

function SeeDecision({ decision }: { readonly decision: DecisionSummary | undefined }): ComponentChildren {
  if (decision === undefined)
    return (
      <p className="live" data-state="on" role="status">
        Waiting for the first decision. This page notices it by itself.
      </p>
    );
  return (
    <div className="row" role="status">
      <span>
        Picked <strong>{decision.label}</strong>.
      </span>
      <LinkButton href={`/decisions/${decision.session_id}`} kind="primary">
        See why
      </LinkButton>
      <span className="hint">Report there how the answer was: estimates learn from it.</span>
    </div>
  );
}

interface StepProps {
  readonly number: number;
  readonly title: string;
  readonly isDone: boolean;
  readonly isCurrent: boolean;
  readonly children: ComponentChildren;
}

function Step(props: StepProps): ComponentChildren {
  return (
    <li
      className="step"
      data-done={props.isDone}
      data-current={props.isCurrent}
      aria-current={props.isCurrent ? "step" : undefined}
    >
      <span className="step-mark" aria-hidden="true">
        {props.isDone ? "✓" : props.number}
      </span>
      <div className="stack">
        <h2>
          {props.title}
          {props.isDone ? <span className="visually-hidden"> (done)</span> : null}
        </h2>
        {props.children}
      </div>
    </li>
  );
}
