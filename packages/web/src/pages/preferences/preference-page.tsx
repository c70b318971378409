import type { Preference, PreferencePolicy, PreferenceVersion } from "@signalbox/sdk";
import { useQuery } from "@tanstack/preact-query";
import type { ComponentChildren } from "preact";
import { useParams, useLocation, Link, useSearch } from "wouter-preact";
import { signalbox } from "../../api/client.ts";
import { PREFERENCE_KEYS } from "../../api/queries/lists.ts";
import { CopyButton, CodeBlock } from "../../components/copy-button.tsx";
import { PageHeader, AnsweredPage } from "../../components/page-header.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { useTab } from "../../lib/hooks.ts";
import { Editor } from "./editor.tsx";
import { ExperimentPanel } from "./experiment-panel.tsx";
import { PolicyWords } from "../../components/policy-text.tsx";
import { useAction } from "../../api/use-action.ts";
import { Button, LinkButton } from "../../components/button.tsx";
import { Form, FormError, faultOf } from "../../components/form-error.tsx";
import { showToast } from "../../components/toasts.tsx";
import { useRights } from "../../session/session.ts";
import { useEffect, useState } from "preact/hooks";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Panel } from "../../components/panel.tsx";
import { curlSnippet } from "../../lib/snippets.ts";
import { Segmented } from "../../components/choice.tsx";
import { TextField } from "../../components/field.tsx";
import { DEFAULT_TOLERANCE } from "../../lib/values.ts";
import { useDraft } from "../../lib/use-draft.ts";
import { objectiveWords } from "../../lib/phrases.ts";
import { usePages } from "../../api/use-pages.ts";
import { Badge } from "../../components/badge.tsx";
import type { Column } from "../../components/data-table.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { DiffView } from "../../components/diff-view.tsx";
import { ListPanel } from "../../components/list-panel.tsx";
import { stableJson } from "../../lib/diff.ts";
import { capital, dateTime } from "../../lib/format.ts";

type Task = { readonly kind: "diff" | "rollback"; readonly version: PreferenceVersion };

function VersionsPanel({ preference }: { readonly preference: Preference }): ComponentChildren {
  const [task, setTask] = useState<Task>();
  const { canWrite } = useRights();
  const list = usePages<PreferenceVersion>(PREFERENCE_KEYS.versions(preference.id), (cursor, signal) =>
    signalbox.preferences.versions(preference.id, { ...(cursor !== undefined && { cursor }) }, { signal }),
  );
  const [path, navigate] = useLocation();
  const asked = Number(new URLSearchParams(useSearch()).get("change"));
  const [before, after] = [asked - 1, asked].map((one) => list.rows.find(({ version }) => version === one));
  const isFurther = asked > 1 && before === undefined && list.hasMore && !list.isLoadingMore;
  useEffect(() => {
    if (isFurther) list.loadMore();
  }, [isFurther]);
  return (
    <>
      <ListPanel
        label="Versions"
        list={list}
        idOf={(one) => String(one.version)}
        columns={columnsFor(canWrite, setTask)}
        empty={null}
      />
      {before === undefined || after === undefined ? null : (
        <Dialog
          title={`Changed by version ${asked}`}
          onClose={() => navigate(`${path}?tab=versions`, { replace: true })}
          width="wide"
        >
          <DiffView before={policyText(before)} after={policyText(after)} />
        </Dialog>
      )}
      {task === undefined ? null : (
        <VersionTask task={task} preference={preference} onClose={() => setTask(undefined)} />
      )}
    </>
  );
}

function columnsFor(canWrite: boolean, onTask: (task: Task) => void): readonly Column<PreferenceVersion>[] {
  const actions = (version: PreferenceVersion): ComponentChildren =>
    version.is_current ? null : (
      <span className="row">
        <Button size="small" onClick={() => onTask({ kind: "diff", version })}>
          Compare<span className="visually-hidden"> version {version.version}</span>
        </Button>
        <Button size="small" isDisabled={!canWrite} onClick={() => onTask({ kind: "rollback", version })}>
          Roll back<span className="visually-hidden"> to version {version.version}</span>
        </Button>
      </span>
    );
  return [
    {
      name: "Version",
      show: (one) => (
        <>
          {one.version} {one.is_current ? <Badge tone="clear">in force</Badge> : null}{" "}
          {one.restored_from === null ? null : <Badge>from {one.restored_from}</Badge>}
        </>
      ),
    },
    {
      name: "Does",
      isWide: true,
      show: (one) => (
        <span className="soft">
          <PolicyWords policy={one.policy} />
        </span>
      ),
    },
    { name: "Saved", show: (one) => dateTime(one.created_at) },
    { name: "By", show: (one) => one.created_by ?? "" },
    { name: "Actions", isNameHidden: true, show: actions },
  ];
}

interface TaskProps {
  readonly task: Task;
  readonly preference: Preference;
  readonly onClose: () => void;
}

function VersionTask({ task, preference, onClose }: TaskProps): ComponentChildren {
  const { version } = task.version;
  const rollback = async (): Promise<void> => {
    const restored = await signalbox.preferences.update(preference.id, { restore: version });
    showToast(`Version ${restored.version} brings version ${version} back.`);
  };
  if (task.kind === "diff")
    return (
      <Dialog title={`Version ${version} against ${preference.version}`} onClose={onClose} width="wide">
        <DiffView before={policyText(task.version)} after={policyText(preference)} />
      </Dialog>
    );
  return (
    <ConfirmDialog
      title={`Roll back to version ${version}`}
      verb="Roll back"
      onClose={onClose}
      onConfirm={rollback}
      stale={[PREFERENCE_KEYS.all]}
    >
      Its policy becomes a new version and is in force for the next request. Nothing is lost.
      <DiffView before={policyText(preference)} after={policyText(task.version)} />
    </ConfirmDialog>
  );
}

const policyText = ({ name, policy }: { readonly name: string; readonly policy: unknown }): string =>
  stableJson({ name, policy });

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
  const { canWrite } = useRights();
  const { name, start } = draft.value;
  const create = useAction(() => signalbox.preferences.create({ name: name.trim(), policy: STARTS[start] }), {
    stale: [PREFERENCE_KEYS.all],
    onDone: (made) => {
      draft.discard();
      // A rule that somebody came for goes along.
      navigate(`/preferences/${made.id}${search === "" ? "" : `?${search}`}`);
    },
  });
  return (
    <>
      <PageHeader title="New preference" crumb={{ href: "/preferences", label: "Preferences" }} />
      <Panel title="Start from">
        <Form action={create} verb="Create and edit" shown="name" isDisabled={!canWrite} beside={null}>
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
            hint={`${capital(objectiveWords(STARTS[start].objective))}. Everything can be changed in the next step.`}
            onChange={(value) => draft.set({ ...draft.value, start: value })}
          />
        </Form>
      </Panel>
    </>
  );
}

function UsePanel({ preference }: { readonly preference: Preference }): ComponentChildren {
  const [isDeleting, setIsDeleting] = useState(false);
  const [, navigate] = useLocation();
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
          <Link href={`/start?preference=${preference.id}`}>try it on Start</Link>.
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
          stale={[PREFERENCE_KEYS.list]}
          onConfirm={async () => {
            await signalbox.preferences.remove(preference.id);
            navigate("/preferences");
          }}
        >
          Requests that still name it will fail from now on.
        </ConfirmDialog>
      ) : null}
    </div>
  );
}

const CRUMB = { href: "/preferences", label: "Preferences" };

const TABS = [
  { id: "edit", label: "Policy" },
  { id: "versions", label: "Versions" },
  { id: "experiment", label: "Experiment" },
  { id: "use", label: "Use and delete" },
] as const;

export function PreferencePage(): ComponentChildren {
  const { id } = useParams<{ id: string }>();
  const preference = useQuery({
    queryKey: PREFERENCE_KEYS.one(id),
    queryFn: ({ signal }) => signalbox.preferences.get(id, { signal }),
  });
  return (
    <AnsweredPage query={preference} title="Preference" crumb={CRUMB}>
      {(data) => <Loaded key={id} preference={data} />}
    </AnsweredPage>
  );
}

/** The version before against this one. */
const whatIfHref = ({ id, version }: Preference): string =>
  `/what-if?a=${version > 1 ? `${id}@${version - 1}` : ""}&b=${id}`;

function Loaded({ preference }: { readonly preference: Preference }): ComponentChildren {
  const [tab, setTab] = useTab(TABS);
  return (
    <>
      <PageHeader
        title={preference.name}
        crumb={CRUMB}
        actions={
          <>
            <LinkButton href={whatIfHref(preference)}>What if</LinkButton>
            <Duplicate preference={preference} />
            <CopyButton text={preference.id} label="Copy its id" />
          </>
        }
      >
        Version {preference.version}: <PolicyWords policy={preference.policy} />.
      </PageHeader>
      <Tabs label="Preference" tabs={TABS} current={tab} onChange={setTab}>
        {tab === "edit" ? <Editor preference={preference} /> : null}
        {tab === "versions" ? <VersionsPanel preference={preference} /> : null}
        {tab === "experiment" ? <ExperimentPanel preference={preference} /> : null}
        {tab === "use" ? <UsePanel preference={preference} /> : null}
      </Tabs>
    </>
  );
}

const SUFFIX = " (copy)";
/** As long as a name may be. */
const NAME_CHARS_MAX = 200;

/** A safe copy to work on: the same policy under a name of its own, used by no request yet. */
function Duplicate({ preference }: { readonly preference: Preference }): ComponentChildren {
  const { canWrite } = useRights();
  const [, navigate] = useLocation();
  const { experiment: _experiment, ...policy } = preference.policy;
  const name = `${preference.name.slice(0, NAME_CHARS_MAX - SUFFIX.length)}${SUFFIX}`;
  const copy = useAction(() => signalbox.preferences.create({ name, policy }), {
    stale: [PREFERENCE_KEYS.all],
    onDone: ({ id }) => {
      navigate(`/preferences/${id}`);
      showToast("This is the copy. Requests use it once they name its id.");
    },
  });
  if (!canWrite) return null;
  return (
    <>
      <FormError error={copy.error} />
      <Button isBusy={copy.isBusy} onClick={() => copy.run()}>
        Duplicate
      </Button>
    </>
  );
}
