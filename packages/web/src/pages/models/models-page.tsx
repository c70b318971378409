import type { Model, ModelsAnswer } from "@signalbox/sdk";
import { useMemo, useState } from "preact/hooks";
import type { ComponentChildren } from "preact";

import { useRights } from "../../session/session.ts";
import { Button } from "../../components/button.tsx";
import { Check, SelectField } from "../../components/choice.tsx";
import { DataTable } from "../../components/data-table.tsx";
import type { Column, Order } from "../../components/data-table.tsx";
import { TextField } from "../../components/field.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { RangeControl } from "../../components/range-control.tsx";
import { usageColumns, usageOf } from "../../components/usage-columns.tsx";
import type { UsageSource } from "../../components/usage-columns.tsx";
import { isFiltered } from "../../lib/explore.ts";
import { useExplore } from "../../lib/use-explore.ts";
import type { Explore } from "../../lib/use-explore.ts";
import { Answered, EmptyState } from "../../components/states.tsx";
import { download, toCsv } from "../../lib/values.ts";
import { FilterBar } from "../overview/filtered-view.tsx";
import { abilityOf, modelCells, modelColumns, MODEL_EXPORT, ranksOf } from "./model-columns.tsx";
import { NewModelDialog } from "./new-model-dialog.tsx";
import { useGroups } from "../../api/queries/overview.ts";
import { useModels } from "../../api/queries/lists.ts";

const SHOWN_STEP = 25;

const SORTS = [
  { value: "ability", label: "Most able" },
  { value: "used", label: "Most picked" },
  { value: "dollars", label: "Most dollars" },
  { value: "released", label: "Newest" },
  { value: "price", label: "Cheapest" },
  { value: "context", label: "Longest context" },
  { value: "name", label: "Name" },
] as const;

type Sort = (typeof SORTS)[number]["value"];

const ORDERS: Readonly<Record<Exclude<Sort, "used" | "dollars">, (a: Model, b: Model) => number>> = {
  ability: (a, b) => (abilityOf(b) ?? -1) - (abilityOf(a) ?? -1),
  released: (a, b) => (b.released_on ?? "").localeCompare(a.released_on ?? ""),
  price: (a, b) => (a.output_usd_per_mtok ?? Infinity) - (b.output_usd_per_mtok ?? Infinity),
  context: (a, b) => (b.context_tokens ?? 0) - (a.context_tokens ?? 0),
  name: (a, b) => a.name.localeCompare(b.name),
};

/** Without a choice of the reader: what the account picks, where it picks anything. */
export const readSort = (text: string, hasUsage: boolean): Sort =>
  SORTS.find(({ value }) => value === text)?.value ?? (hasUsage ? "used" : "ability");

export function matches(model: Model, typed: string): boolean {
  const wanted = typed.trim().toLowerCase();
  return wanted === "" || `${model.id} ${model.name} ${model.vendor}`.toLowerCase().includes(wanted);
}

/** The columns of the table. What the account picked stands beside the name, where it picked anything. */
function columnsOf(source: UsageSource<Model>, ranks: ReturnType<typeof ranksOf>): readonly Column<Model>[] {
  const columns = modelColumns(ranks);
  const [name, ...facts] = columns;
  if (name === undefined || source.groups === undefined || source.groups.groups.length === 0) return columns;
  return [name, ...usageColumns(source), ...facts];
}

export function ModelsPage(): ComponentChildren {
  const models = useModels();
  const { canWrite } = useRights();
  const [isAdding, setIsAdding] = useState(false);
  return (
    <>
      <PageHeader
        title="Models"
        actions={
          <Button kind="primary" isDisabled={!canWrite} onClick={() => setIsAdding(true)}>
            Add a model
          </Button>
        }
      >
        Facts about each model, with their confidence. A dash means unknown, never zero.
      </PageHeader>
      <Answered query={models} rows={10}>
        {(answer) => <Catalogue answer={answer} />}
      </Answered>
      {isAdding ? <NewModelDialog onClose={() => setIsAdding(false)} /> : null}
    </>
  );
}

/** The account's use of each model in the span, under the filters. */
function useUsage({ range, filters }: Explore): UsageSource<Model> {
  const groups = useGroups(range, "label", filters);
  return {
    groups: groups.data,
    range,
    isOf: ({ value, model_id: id }, model) => value === model.id || id === model.id,
    filterOf: (_model, { value }) => ({ ...filters, label: value }),
  };
}

interface Wanted {
  readonly typed: string;
  readonly sort: Sort;
  readonly hasDeprecated: boolean;
}

/** Deprecated, or shut down by its vendor. */
const isGone = ({ is_deprecated: isDeprecated, shuts_down_on: on }: Model): boolean =>
  isDeprecated || (on !== null && Date.parse(on) <= Date.now());

/** Those that match, in the order asked for; among equals the most able first. */
function rowsOf(models: readonly Model[], source: UsageSource<Model>, wanted: Wanted): Model[] {
  const { typed, sort, hasDeprecated } = wanted;
  const most = (measure: "decisions" | "usd") => (a: Model, b: Model) =>
    (usageOf(source, b)?.[measure] ?? 0) - (usageOf(source, a)?.[measure] ?? 0);
  const order = sort === "used" ? most("decisions") : sort === "dollars" ? most("usd") : ORDERS[sort];
  return models
    .filter((model) => matches(model, typed))
    .filter((model) => hasDeprecated || !isGone(model) || usageOf(source, model) !== undefined)
    .toSorted((a, b) => order(a, b) || ORDERS.ability(a, b));
}

function Catalogue({ answer }: { readonly answer: ModelsAnswer }): ComponentChildren {
  const [hasDeprecated, setHasDeprecated] = useState(false);
  const [shown, setShown] = useState(SHOWN_STEP);
  const explore = useExplore("30");
  const source = useUsage(explore);
  const [isFilterOpen, setFilterOpen] = useState(isFiltered(explore.filters));
  const typed = explore.extra("find");
  const sort = readSort(explore.extra("first"), (source.groups?.groups.length ?? 0) > 0);
  const ranks = useMemo(() => ranksOf(answer.data), [answer.data]);
  const rows = rowsOf(answer.data, source, { typed, sort, hasDeprecated });
  return (
    <div className="stack-4">
      {isFilterOpen ? <FilterBar explore={explore} /> : null}
      <div className="panel">
        <search className="filters">
          <ListControls explore={explore} typed={typed} sort={sort} />
          <Button isPressed={isFilterOpen} onClick={() => setFilterOpen(!isFilterOpen)}>
            Filter
          </Button>
          <Check label="With deprecated ones" isChecked={hasDeprecated} onChange={setHasDeprecated} />
          <Button
            isDisabled={rows.length === 0}
            onClick={() => download("models.csv", toCsv(MODEL_EXPORT, rows.map(modelCells)))}
          >
            Export CSV
          </Button>
          <span className="hint" role="status">
            {rows.length} of {answer.data.length}, catalogue {answer.version}
          </span>
        </search>
        <ModelRows
          rows={rows.slice(0, shown)}
          ranks={ranks}
          source={source}
          order={{ by: sort, onChange: (first) => explore.setExtra("first", first) }}
        />
        {rows.length > shown ? (
          <div className="table-foot">
            <Button onClick={() => setShown(shown + SHOWN_STEP)}>Show more</Button>
          </div>
        ) : null}
      </div>
    </div>
  );
}

interface ControlProps {
  readonly explore: Explore;
  readonly typed: string;
  readonly sort: Sort;
}

function ListControls({ explore, typed, sort }: ControlProps): ComponentChildren {
  return (
    <>
      <TextField
        label="Find a model"
        type="search"
        value={typed}
        onChange={(text) => explore.setExtra("find", text)}
      />
      <SelectField
        label="Sort"
        value={sort}
        options={SORTS}
        onChange={(first) => explore.setExtra("first", first)}
      />
      <RangeControl range={explore.range} onChange={explore.setRange} />
    </>
  );
}

interface RowsProps {
  readonly rows: readonly Model[];
  readonly ranks: ReturnType<typeof ranksOf>;
  readonly source: UsageSource<Model>;
  readonly order: Order;
}

function ModelRows({ rows, ranks, source, order }: RowsProps): ComponentChildren {
  if (rows.length === 0)
    return (
      <EmptyState title="Not in the catalogue">
        Unknown models are routed too, with a wide spread. Add it with its scores to narrow that.
      </EmptyState>
    );
  return (
    <DataTable
      label="Models"
      kind="model-rows"
      rows={rows}
      idOf={(model) => model.id}
      columns={columnsOf(source, ranks)}
      order={order}
      isStacked
    />
  );
}
