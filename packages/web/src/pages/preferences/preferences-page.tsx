import type { OverviewGroups, Preference } from "@signalbox/sdk";
import type { ComponentChildren } from "preact";
import { Link } from "wouter-preact";

import { signalbox } from "../../api/client.ts";
import { usePages } from "../../api/use-pages.ts";
import { useGroups } from "../../api/queries/overview.ts";
import { PREFERENCE_KEYS } from "../../api/queries/lists.ts";
import { CopyButton } from "../../components/copy-button.tsx";
import type { Column } from "../../components/data-table.tsx";
import { LinkButton } from "../../components/button.tsx";
import { ListPanel } from "../../components/list-panel.tsx";
import { Name } from "../../components/name.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { RangeControl } from "../../components/range-control.tsx";
import { usageColumns, usageOf, useUsageOrder } from "../../components/usage-columns.tsx";
import type { UsageSource } from "../../components/usage-columns.tsx";
import { DASH, lastHour } from "../../lib/format.ts";
import type { Range } from "../../lib/range.ts";
import { useExplore } from "../../lib/use-explore.ts";
import { EmptyState } from "../../components/states.tsx";
import { Time } from "../../components/time.tsx";
import { PolicyWords } from "../../components/policy-text.tsx";
import { useRights } from "../../session/session.ts";

const usageSource = (groups: OverviewGroups | undefined, range: Range): UsageSource<Preference> => ({
  groups,
  range,
  isOf: ({ value }, { id }) => value === id,
  filterOf: ({ id }) => ({ preference_id: id }),
});

const columnsOf = (groups: OverviewGroups | undefined, range: Range): readonly Column<Preference>[] => [
  {
    name: "Name",
    show: (one) => (
      <>
        <Link href={`/preferences/${one.id}`}>
          <strong>
            <Name name={one.name} />
          </strong>
        </Link>
        <br />
        <span className="small soft">
          version {one.version}, <Time at={one.updated_at} />
        </span>
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
  ...usageColumns(usageSource(groups, range)),
  {
    name: "Last used",
    isMinor: true,
    show: (one) => {
      const usage = usageOf(usageSource(groups, range), one);
      return usage === undefined ? DASH : lastHour(usage.last_at, Date.now());
    },
  },
  {
    name: "Id for requests",
    isNameHidden: true,
    show: (one) => <CopyButton text={one.id} label="Copy id" of={one.name} />,
  },
];

export function PreferencesPage(): ComponentChildren {
  const list = usePages<Preference>(PREFERENCE_KEYS.list, (cursor, signal) =>
    signalbox.preferences.list({ ...(cursor !== undefined && { cursor }) }, { signal }),
  );
  const { range, setRange } = useExplore("30");
  const groups = useGroups(range, "preference");
  const { order, rows } = useUsageOrder(usageSource(groups.data, range), list.rows);
  const { canWrite } = useRights();
  const create = canWrite ? (
    <LinkButton href="/preferences/new" kind="primary">
      New preference
    </LinkButton>
  ) : undefined;
  const actions = (
    <>
      <LinkButton href="/what-if">What if</LinkButton>
      {create}
    </>
  );
  return (
    <>
      <PageHeader title="Preferences" actions={actions}>
        How conversations are to be routed. A request names one by its id; every change makes a new version.
      </PageHeader>
      <div className="stack-4">
        <ListPanel
          label="Preferences"
          list={{ ...list, rows }}
          order={order}
          columns={columnsOf(groups.data, range)}
          find={{ label: "Find a preference", textOf: (one) => `${one.name} ${one.id}` }}
          head={<RangeControl range={range} onChange={setRange} />}
          idOf={(one) => one.id}
          empty={
            <EmptyState title="No preferences yet" action={create}>
              Without one, quality comes first among the models that a request offers, and near ties go to the
              cheaper.
            </EmptyState>
          }
        />
      </div>
    </>
  );
}
