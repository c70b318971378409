// The use of something in a span of time: requests, dollars and reported success, each leading to its decisions.
import type { OverviewGroups } from "@signalbox/sdk";
import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { Link } from "wouter-preact";

import { decisionsHref } from "../lib/explore.ts";
import type { Filters } from "../lib/explore.ts";
import { compact, DASH, percent, usd } from "../lib/format.ts";
import type { Range } from "../lib/range.ts";
import type { Column } from "./data-table.tsx";
import { ReportedSuccess } from "./reported-success.tsx";

export type Usage = OverviewGroups["groups"][number];

export interface UsageSource<T> {
  /** Undefined while it is being read. */
  readonly groups: OverviewGroups | undefined;
  readonly range: Range;
  readonly isOf: (usage: Usage, row: T) => boolean;
  readonly filterOf: (row: T, usage: Usage) => Partial<Filters>;
}

/** The group of a row. Where several groups are of one row, the one with most decisions: groups come in that order. */
export function usageOf<T>({ groups, isOf }: UsageSource<T>, row: T): Usage | undefined {
  return groups?.groups.find((group) => isOf(group, row));
}

/** The order of the rows: the most used or most expensive come first once the head of that column is pressed. */
export function useUsageOrder<T>(source: UsageSource<T>, rows: readonly T[]) {
  const [by, setBy] = useState("");
  const used = (row: T): number => usageOf(source, row)?.[by === "used" ? "decisions" : "usd"] ?? 0;
  return {
    order: { by, onChange: setBy },
    rows: by === "" ? rows : rows.toSorted((a, b) => used(b) - used(a)),
  };
}

/** The bills of the same decisions, where bills were reported; else the expected dollars of one call. */
export function BillBeside({ usage }: { readonly usage: Pick<Usage, "billed" | "usd" | "priced"> }) {
  const { billed, usd: expected, priced } = usage;
  if (priced === 0) return null;
  if (billed.decisions === 0) return <span className="small faint">{usd(expected / priced)} each</span>;
  return (
    <span className="small faint">
      billed {usd(billed.usd)}
      <br />
      of {usd(billed.expected_usd)}, n = {compact(billed.decisions)}
    </span>
  );
}

type Show<T> = (write: (usage: Usage, row: T) => ComponentChildren) => Column<T>["show"];

/** Only where something was refused. */
function refusedColumn<T>(source: UsageSource<T>, show: Show<T>): readonly Column<T>[] {
  if (source.groups?.groups.some(({ refused }) => refused > 0) !== true) return [];
  const hrefOf = (row: T, usage: Usage): string =>
    decisionsHref(source.range, { ...source.filterOf(row, usage), refused: "true" });
  return [
    {
      name: "Refused",
      isNumber: true,
      show: show((usage, row) =>
        usage.refused === 0 ? "0" : <Link href={hrefOf(row, usage)}>{compact(usage.refused)}</Link>,
      ),
    },
  ];
}

/** Leaves blank what was not used: zeros in hundreds of rows would hide the few numbers. */
export function usageColumns<T>(source: UsageSource<T>): readonly Column<T>[] {
  const show = (write: (usage: Usage, row: T) => ComponentChildren) => (row: T) => {
    const usage = usageOf(source, row);
    return usage === undefined || usage.decisions === 0 ? (
      <span className={source.groups === undefined ? "faint unused" : "visually-hidden unused"}>
        {source.groups === undefined ? DASH : "0"}
      </span>
    ) : (
      write(usage, row)
    );
  };
  return [
    {
      name: "Requests",
      sort: { by: "used" },
      isNumber: true,
      show: show((usage, row) => (
        <>
          <Link href={decisionsHref(source.range, source.filterOf(row, usage))}>
            {compact(usage.decisions)}
            <br />
            <span className="small faint">{percent(usage.share)}</span>
          </Link>
        </>
      )),
    },
    {
      name: "Expected",
      sort: { by: "dollars" },
      isNumber: true,
      show: show((usage, row) => (
        <>
          <Link href={decisionsHref(source.range, source.filterOf(row, usage), "usd")}>
            {usd(usage.priced === 0 ? null : usage.usd)}
          </Link>
          <br />
          <BillBeside usage={usage} />
        </>
      )),
    },
    ...refusedColumn(source, show),
    {
      name: "Reported",
      isNumber: true,
      show: show((usage, row) => (
        <ReportedSuccess
          feedback={usage.feedback}
          link={(n) => (
            <Link href={decisionsHref(source.range, { ...source.filterOf(row, usage), feedback: "any" })}>
              {n}
            </Link>
          )}
        />
      )),
    },
  ];
}
