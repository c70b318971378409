// The effect that the policy being edited would have had on the last decisions. Asked again whenever the typing pauses.
import type { DryRunResult, PreferencePolicy } from "@signalbox/sdk";
import { keepPreviousData, useQuery } from "@tanstack/preact-query";
import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { Link } from "wouter-preact";

import { signalbox } from "../../api/client.ts";
import { PREFERENCE_KEYS } from "../../api/queries/lists.ts";
import { Button } from "../../components/button.tsx";
import { SelectField } from "../../components/choice.tsx";
import { DataTable } from "../../components/data-table.tsx";
import { Panel } from "../../components/panel.tsx";
import { Answered } from "../../components/states.tsx";
import { decimal, percent, seconds, signedPercent, usd } from "../../lib/format.ts";
import { hasBlankRules, withoutBlankRules } from "./policy-edit.ts";
import { useDebounced } from "../../lib/hooks.ts";

const COUNTS = ["20", "50", "200"] as const;
const OPTIONS = COUNTS.map((value) => ({ value, label: `its last ${value} decisions` }));
const REST_MS = 350;
const SHOWN_MAX = 12;

/** The draft as it was when the typing last paused, tried on the newest decisions. */
export function useDryRun(preferenceId: string, draft: PreferencePolicy) {
  const [last, setLast] = useState<(typeof COUNTS)[number]>("50");
  const tried = useDebounced(draft, REST_MS);
  const policy = withoutBlankRules(tried);
  const run = useQuery({
    queryKey: PREFERENCE_KEYS.dryRun(preferenceId, policy, last),
    queryFn: ({ signal }) =>
      signalbox.preferences.dryRun(preferenceId, { policy, last_decisions: Number(last) }, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  // Rules are numbered without those that are still empty, so theirs are said only while there are none.
  const rules = run.isPlaceholderData || hasBlankRules(tried) ? [] : (run.data?.rules ?? []);
  return { run, rules, last, setLast };
}

type Dry = ReturnType<typeof useDryRun>;

export function DryRunPanel({ run, last, setLast }: Dry): ComponentChildren {
  return (
    <aside className="stack-4 beside" aria-label="What would change">
      <Panel
        title="What would change"
        actions={
          <SelectField label="Tried on the" isLabelHidden value={last} options={OPTIONS} onChange={setLast} />
        }
      >
        <Answered query={run} rows={4}>
          {(result) => <Result result={result} />}
        </Answered>
      </Panel>
    </aside>
  );
}

function Result({ result }: { readonly result: DryRunResult }): ComponentChildren {
  if (result.total === 0)
    return <p className="soft">No decisions yet. Once there are some, each change is tried on them here.</p>;
  const { current, proposed } = result;
  const rows: readonly (readonly [string, string, string])[] = [
    ["Dollars", usd(current.usd), usd(proposed.usd)],
    ["Success", percent(current.success_mean, 1), percent(proposed.success_mean, 1)],
    ["Seconds, mean", seconds(current.seconds_mean), seconds(proposed.seconds_mean)],
    ["Degraded", decimal(current.degraded, 0), decimal(proposed.degraded, 0)],
    ["Not served", decimal(current.unserved, 0), decimal(proposed.unserved, 0)],
  ];
  const spend = current.usd === 0 ? null : proposed.usd / current.usd - 1;
  return (
    <>
      <p role="status">
        <strong>
          {result.changed} of {result.total}
        </strong>{" "}
        picks change{result.changed === 0 ? "." : `, spend ${signedPercent(spend, 1)}.`}
        {result.skipped > 0 ? ` ${result.skipped} could not be decided again.` : ""}
      </p>
      {result.traffic === "preference" ? null : (
        <p className="soft">
          This preference has decided nothing yet: these are decisions of the whole account.
        </p>
      )}
      <DataTable
        label="In force and edited"
        kind="table-tight"
        rows={rows}
        idOf={([name]) => name}
        columns={[
          { name: "Measure", show: ([name]) => name },
          { name: "In force", isNumber: true, show: ([, before]) => before },
          {
            name: "Edited",
            isNumber: true,
            show: ([, before, after]) => (before === after ? after : <strong>{after}</strong>),
          },
        ]}
      />
      <Changes result={result} />
    </>
  );
}

function Changes({ result }: { readonly result: DryRunResult }): ComponentChildren {
  const [isWhole, setIsWhole] = useState(false);
  const changed = result.items.filter((item) => item.changed);
  const hidden = isWhole ? 0 : Math.max(0, changed.length - SHOWN_MAX);
  return (
    <>
      <ul className="list small stack">
        {changed.slice(0, changed.length - hidden).map((item) => (
          <li key={item.index}>
            <Change item={item} />
            <br />
            <span className="faint">{item.proposed.reason}</span>
          </li>
        ))}
      </ul>
      {hidden === 0 ? null : (
        <Button size="small" onClick={() => setIsWhole(true)}>
          Show {hidden} more
        </Button>
      )}
    </>
  );
}

/** The pick and the one that would be, as the way to the decision. */
function Change({ item }: { readonly item: DryRunResult["items"][number] }): ComponentChildren {
  const picks = (
    <>
      <span dir="auto">{item.current.label ?? "none"}</span> →{" "}
      <strong dir="auto">{item.proposed.label ?? "none"}</strong>
    </>
  );
  return item.session_id === null ? picks : <Link href={`/decisions/${item.session_id}`}>{picks}</Link>;
}
