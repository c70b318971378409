import type { Preference } from "@signalbox/sdk";
import { useQuery, useQueryClient } from "@tanstack/preact-query";
import type { ComponentChildren } from "preact";
import { useParams, useLocation } from "wouter-preact";

import { signalbox } from "../../api/client.ts";
import { PREFERENCE_KEYS } from "../../api/queries/lists.ts";
import { CopyButton } from "../../components/copy-button.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { ErrorPanel, Skeleton } from "../../components/states.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { useTab } from "../../lib/hooks.ts";
import { Editor } from "./editor.tsx";
import { ExperimentPanel } from "./experiment-panel.tsx";
import { PolicyWords } from "../../components/policy-text.tsx";
import { UsePanel } from "./use-panel.tsx";
import { VersionsPanel } from "./versions-panel.tsx";
import { useAction } from "../../api/use-action.ts";
import { Button, LinkButton } from "../../components/button.tsx";
import { FormError } from "../../components/form-error.tsx";
import { showToast } from "../../components/toasts.tsx";
import { useRights } from "../../session/session.ts";

export { NewPreferencePage } from "./new-preference-page.tsx";

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
  if (preference.data !== undefined) return <Loaded key={id} preference={preference.data} />;
  return (
    <>
      <PageHeader title="Preference" crumb={CRUMB} />
      {preference.isError ? (
        <ErrorPanel error={preference.error} onRetry={() => void preference.refetch()} />
      ) : (
        <Skeleton />
      )}
    </>
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
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const { experiment: _experiment, ...policy } = preference.policy;
  const name = `${preference.name.slice(0, NAME_CHARS_MAX - SUFFIX.length)}${SUFFIX}`;
  const copy = useAction(() => signalbox.preferences.create({ name, policy }), {
    onDone: ({ id }) => {
      void client.invalidateQueries({ queryKey: PREFERENCE_KEYS.all });
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
