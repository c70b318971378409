// The account's use of the model: how often it was picked, what that cost, and whether its answers were good.
import type { OverviewGroups } from "@signalbox/sdk";
import type { ComponentChildren } from "preact";
import { Link } from "wouter-preact";

import { useDrift } from "../../api/queries/drift.ts";
import { useGroups } from "../../api/queries/overview.ts";
import { Badge } from "../../components/badge.tsx";
import { FigureList } from "../../components/figure-list.tsx";
import { Panel } from "../../components/panel.tsx";
import { decisionsHref } from "../../lib/explore.ts";
import { compact, count, percent, signedPoints, usd } from "../../lib/format.ts";
import { DRIFT_RANGE } from "../health/drift-tables.tsx";

type Group = OverviewGroups["groups"][number];

/** @param isOf whether a label that was picked stands for the model */
export function UsePanel({ isOf }: { readonly isOf: (group: Group) => boolean }): ComponentChildren {
  const groups = useGroups(DRIFT_RANGE, "label");
  const judged = useDrift().data?.models;
  const used = groups.data?.groups.filter(isOf) ?? [];
  if (groups.data === undefined) return null;
  if (used.length === 0)
    return (
      <Panel title="In your traffic, 30 days">
        <p className="soft">Never picked.</p>
      </Panel>
    );
  return used.map((group) => {
    const href = (feedback = ""): string => decisionsHref(DRIFT_RANGE, { label: group.value, feedback });
    const found = judged?.find(({ label }) => label === group.value);
    const { feedback } = group;
    return (
      <section key={group.value} className="stack" aria-label={`Use of ${group.value}`}>
        <FigureList
          figures={[
            {
              name: "Decisions, 30 days",
              value: compact(group.decisions),
              hint: `${percent(group.share)} of all`,
              href: href(),
            },
            {
              name: "Expected spend",
              value: usd(group.usd),
              hint: `${usd(group.priced === 0 ? null : group.usd / group.priced)} each`,
              href: decisionsHref(DRIFT_RANGE, { label: group.value }, "usd"),
            },
            { name: "Expected success", value: percent(group.success, 1), href: href() },
            {
              name: "Reported success",
              value: percent(feedback.reported, 1),
              hint: feedback.count === 0 ? "no feedback yet" : `${count(feedback.count)} reports`,
              href: href("any"),
            },
          ]}
        />
        {found?.is_alert === true ? (
          <p>
            <Badge tone="stop">
              {(found.gap ?? 0) < 0 ? "worse than predicted" : "better than predicted"}
            </Badge>{" "}
            {signedPoints(found.gap)} to what was predicted. <Link href={href("bad")}>Bad answers</Link>,{" "}
            <Link href="/what-if">try a preference without it</Link>.
          </p>
        ) : null}
      </section>
    );
  });
}
