import type { Model } from "@signalbox/sdk";
import { Link } from "wouter-preact";

import { Badge } from "../../components/badge.tsx";
import type { Column } from "../../components/data-table.tsx";
import { Name } from "../../components/name.tsx";
import { Probability } from "../../components/probability.tsx";
import type { Cell } from "../../lib/values.ts";
import { compact, DASH, usd } from "../../lib/format.ts";

/** Mean over the fields; undefined where no ability is known. */
function meanOf({ abilities }: Model, name: "success" | "spread"): number | undefined {
  if (abilities.length === 0) return undefined;
  return abilities.reduce((sum, ability) => sum + ability[name], 0) / abilities.length;
}

/** Mean expected success. */
export const abilityOf = (model: Model): number | undefined => meanOf(model, "success");

/** The best and the worst rank that the doubts of all models leave to each. */
export function ranksOf(
  models: readonly Model[],
): ReadonlyMap<string, readonly [best: number, worst: number]> {
  const bounds = models.flatMap((model) => {
    const [success, spread] = [abilityOf(model), meanOf(model, "spread")];
    return success === undefined || spread === undefined
      ? []
      : [{ id: model.id, low: success - spread, high: success + spread }];
  });
  const lows = bounds.map(({ low }) => low).toSorted((a, b) => b - a);
  const highs = bounds.map(({ high }) => high).toSorted((a, b) => b - a);
  const above = (sorted: readonly number[], value: number): number => {
    const at = sorted.findIndex((one) => one <= value);
    return at === -1 ? sorted.length : at;
  };
  return new Map(
    bounds.map(({ id, low, high }) => [id, [above(lows, high) + 1, Math.max(1, above(highs, low))] as const]),
  );
}

interface AbilityProps {
  readonly model: Model;
  readonly rank: readonly [best: number, worst: number] | undefined;
}

function AbilityCell({ model, rank }: AbilityProps) {
  const success = abilityOf(model);
  const spread = meanOf(model, "spread");
  return (
    <>
      {success === undefined ? DASH : <Probability success={success} spread={spread ?? 0} />}
      <span className="small faint">
        {rank === undefined
          ? ""
          : rank[0] === rank[1]
            ? `rank ${rank[0]}, `
            : `rank ${rank[0]} to ${rank[1]}, `}
        {model.confidence} confidence
      </span>
    </>
  );
}

/** Abilities: what it takes beside text, and what it can do; a dash where nothing is known. */
function canWords(model: Model): string {
  const { input_modalities: reads, supports_tools: hasTools, is_reasoning: reasons } = model;
  if (reads === null && hasTools === null && reasons === null) return DASH;
  const able = [
    ...(reads ?? []).filter((kind) => kind !== "text"),
    ...(hasTools === true ? ["tools"] : []),
    ...(reasons === true ? ["reasoning"] : []),
  ];
  return able.length === 0 ? "text only" : able.join(", ");
}

/** @param now milliseconds since 1970 */
export const endWords = (day: string, now = Date.now()): string =>
  `${Date.parse(day) <= now ? "ended" : "ends"} ${day}`;

/** @param ranks of all models of the catalogue */
export const modelColumns = (ranks: ReturnType<typeof ranksOf>): readonly Column<Model>[] => [
  {
    name: "Model",
    sort: { by: "name", isAscending: true },
    show: (model) => (
      <>
        <Link href={`/models/${encodeURIComponent(model.id)}`}>
          <Name name={model.name} />
        </Link>{" "}
        {model.is_own ? <Badge tone="info">own</Badge> : null}
        {model.is_overridden && !model.is_own ? <Badge tone="info">corrected</Badge> : null}
        {model.is_deprecated ? <Badge tone="caution">deprecated</Badge> : null}
        {model.shuts_down_on === null ? null : <Badge tone="caution">{endWords(model.shuts_down_on)}</Badge>}
        <br />
        <code className="small faint">
          <Name name={model.id} />
        </code>
      </>
    ),
  },
  {
    name: "Ability",
    isWide: true,
    sort: { by: "ability" },
    show: (model) => <AbilityCell model={model} rank={ranks.get(model.id)} />,
  },
  {
    name: "$/M in, out",
    sort: { by: "price", isAscending: true },
    isNumber: true,
    show: (model) => (
      <>
        {usd(model.input_usd_per_mtok)}
        <br />
        <span className="faint">{usd(model.output_usd_per_mtok)}</span>
      </>
    ),
  },
  {
    name: "Context",
    sort: { by: "context" },
    isNumber: true,
    show: (model) => (
      <>
        {compact(model.context_tokens)}
        <br />
        <span className="faint">
          {model.output_tokens_per_second === null
            ? ""
            : `${compact(model.output_tokens_per_second)} tokens/s`}
        </span>
      </>
    ),
  },
  { name: "Can", isMinor: true, show: (model) => <span className="small">{canWords(model)}</span> },
];

export const MODEL_EXPORT = [
  "id",
  "name",
  "vendor",
  "released_on",
  "input_usd_per_mtok",
  "cached_input_usd_per_mtok",
  "output_usd_per_mtok",
  "context_tokens",
  "max_output_tokens",
  "output_tokens_per_second",
  "time_to_first_token_s",
  "supports_tools",
  "is_reasoning",
  "is_open_weights",
  "is_deprecated",
  "shuts_down_on",
  "successor",
  "confidence",
  "price_source",
] as const satisfies readonly (keyof Model)[];

export const modelCells = (model: Model): readonly Cell[] => MODEL_EXPORT.map((name) => model[name]);
