// The models that are offered, those that are missing, and what the requests are.
import type { Advice, AdviceInterval, Drift, RosterModel } from "@signalbox/sdk";
import type { ComponentChildren } from "preact";
import { Link } from "wouter-preact";

import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { DataTable } from "../../components/data-table.tsx";
import type { Column } from "../../components/data-table.tsx";
import { Name } from "../../components/name.tsx";
import { count, counted, DASH, percent, seconds, signedPoints, usd } from "../../lib/format.ts";
import { reportsHref } from "../health/drift-tables.tsx";
import { adviceSet } from "./advice-set.ts";
import type { AdviceSet } from "./advice-set.ts";

export type Judged = Drift["models"][number];

const modelHref = (id: string): string => `/models/${encodeURIComponent(id)}`;

interface StandingProps {
  readonly model: RosterModel;
  readonly isDropped: boolean;
}

function Standing({ model, isDropped }: StandingProps): ComponentChildren {
  if (isDropped) return <Badge tone="stop">not worth offering</Badge>;
  if (model.served_share === 0) return <Badge tone="caution">never eligible</Badge>;
  return model.pick_share === 0 ? <Badge tone="caution">never picked on these</Badge> : null;
}

/** The reports about it, which the estimate beside it may have missed by far. */
function Reported({ judged }: { readonly judged: Judged | undefined }): ComponentChildren {
  if (judged === undefined || judged.feedback === 0) return DASH;
  return (
    <>
      <Link href={reportsHref(judged)}>{percent(judged.success_reported, 1)}</Link>
      <br />
      {judged.is_alert ? (
        <Badge tone="stop">{(judged.gap ?? 0) < 0 ? "worse than expected" : "better than expected"}</Badge>
      ) : (
        <span className="small faint">{counted(judged.feedback, "report")}</span>
      )}
    </>
  );
}

/** Asks what would change with the model, or without it. */
type TryModel = (model: string) => void;

function tryColumn<T>(verb: string, nameOf: (row: T) => string, onTry: TryModel): Column<T> {
  return {
    name: verb,
    isNameHidden: true,
    show: (row) => (
      <Button size="small" onClick={() => onTry(nameOf(row))}>
        {verb}
        <span className="visually-hidden"> {nameOf(row)}</span>
      </Button>
    ),
  };
}

const columnsOf = (judged: readonly Judged[], { drop }: AdviceSet): readonly Column<RosterModel>[] => [
  {
    name: "Model",
    show: (model) => (
      <>
        <Link href={modelHref(model.model_id ?? model.label)}>
          <Name name={model.label} />
        </Link>{" "}
        <Standing model={model} isDropped={drop.has(model.label)} />
        <br />
        <span className="small faint">
          {model.mode === null ? "" : `mode ${model.mode}; `}
          {model.rests_on}
        </span>
      </>
    ),
  },
  { name: "Picked", isNumber: true, show: (model) => percent(model.pick_share, 1) },
  { name: "Offered", isNumber: true, show: (model) => percent(model.offered_share) },
  { name: "Expected", isNumber: true, show: (model) => percent(model.success, 1) },
  {
    name: "Reported, 30 days",
    isNumber: true,
    show: (model) => <Reported judged={judged.find(({ label }) => label === model.label)} />,
  },
  { name: "Per 1,000", isNumber: true, show: (model) => usd(model.usd_per_1000) },
  { name: "Seconds", isNumber: true, show: (model) => seconds(model.seconds) },
];

export interface ModelsProps {
  readonly models: readonly RosterModel[];
  /** The reports about models, whether they are among these or not. */
  readonly judged?: readonly Judged[] | undefined;
  readonly onTry: TryModel;
}

export function ModelTable({ models, judged = [], onTry }: ModelsProps): ComponentChildren {
  return (
    <DataTable
      label="Your models"
      columns={[
        ...columnsOf(judged, adviceSet(models, judged)),
        tryColumn("Try without", (row: RosterModel) => row.label, onTry),
      ]}
      rows={models}
      idOf={(model) => model.label}
      isStacked
    />
  );
}

const signedUsd = (value: number): string =>
  `${value > 0 ? "+" : value < 0 ? "-" : ""}${usd(Math.abs(value))}`;

interface EffectProps {
  readonly interval: AdviceInterval | null;
  readonly show: (value: number) => string;
  /** The lower end, which stands before the upper one and leaves its unit to it. */
  readonly showLow?: (value: number) => string;
  readonly isGoodHigh: boolean;
}

/** Coloured where the whole interval lies on one side. */
function toneOf({ low, high }: AdviceInterval, isGoodHigh: boolean): string {
  if (low <= 0 && high >= 0) return "";
  return high > 0 === isGoodHigh ? "tone-clear" : "tone-stop";
}

function EffectCell({ interval, show, showLow = show, isGoodHigh }: EffectProps): ComponentChildren {
  if (interval === null) return DASH;
  return (
    <>
      <span className={toneOf(interval, isGoodHigh)}>{show(interval.mean)}</span>
      <br />
      <span className="small faint">
        {showLow(interval.low)} to {show(interval.high)}
      </span>
    </>
  );
}

export const GainCell = ({ interval }: { readonly interval: AdviceInterval }): ComponentChildren => (
  <EffectCell
    interval={interval}
    show={(value) => signedPoints(value)}
    showLow={(value) => signedPoints(value).replace(/ points?$/, "")}
    isGoodHigh
  />
);

export const UsdCell = ({ interval }: { readonly interval: AdviceInterval | null }): ComponentChildren => (
  <EffectCell interval={interval} show={signedUsd} isGoodHigh={false} />
);

type Missing = Advice["missing"][number];

const MISSING_COLUMNS: readonly Column<Missing>[] = [
  {
    name: "Model",
    show: (row) => (
      <>
        <Link href={modelHref(row.model)}>{row.model}</Link>
        <br />
        <span className="small faint">{row.rests_on}</span>
      </>
    ),
  },
  { name: "Would take", isNumber: true, show: (row) => percent(row.pick_share) },
  { name: "Success", isNumber: true, show: (row) => <GainCell interval={row.success_gain} /> },
  {
    name: "Dollars per 1,000",
    isNumber: true,
    show: (row) => <UsdCell interval={row.usd_per_1000_change} />,
  },
];

interface MissingProps {
  readonly rows: readonly Missing[];
  readonly onTry: TryModel;
}

export function MissingTable({ rows, onTry }: MissingProps): ComponentChildren {
  return (
    <DataTable
      label="Worth adding"
      columns={[...MISSING_COLUMNS, tryColumn("Try with", (row: Missing) => row.model, onTry)]}
      rows={rows}
      idOf={(row) => row.model}
      isStacked
    />
  );
}

type Kind = Advice["mix"][number];
const PICKS_NAMED = 2;

const MIX_COLUMNS: readonly Column<Kind>[] = [
  { name: "What is asked", show: (row) => row.kind },
  { name: "Share", isNumber: true, show: (row) => percent(row.share) },
  { name: "Success", isNumber: true, show: (row) => percent(row.success) },
  {
    name: "Tokens in / out",
    isNumber: true,
    show: (row) => `${count(row.input_tokens)} / ${count(row.output_tokens)}`,
  },
  {
    name: "Goes to",
    isWide: true,
    show: (row) =>
      row.picks
        .slice(0, PICKS_NAMED)
        .map(({ label, share }) => `${label} ${percent(share)}`)
        .join(", "),
  },
];

export function MixTable({ mix }: { readonly mix: readonly Kind[] }): ComponentChildren {
  return (
    <DataTable label="What is asked" columns={MIX_COLUMNS} rows={mix} idOf={(row) => row.kind} isStacked />
  );
}
