// Decisions by key, preference, field and the like: from hourly sums, or, where they are filtered, from the journal.
import type {
  OverviewTags,
  DecisionGroup as GroupWire,
  OverviewGroups,
  OverviewGroupsQuery,
} from "@signalbox/contracts";
import type { DecisionGroup } from "@signalbox/storage";
import type { ServiceContext } from "../../context/service-context.ts";
import { authorise, type Caller } from "../access/authorise.ts";
import { loadAccountCatalog } from "../models/account-catalog.ts";
import { readFilter } from "../decisions/reading/list-decisions.ts";
import { toIso } from "../timestamps.ts";
import { judgedToWire } from "./get-ledger.ts";
import { sumsToWire } from "./get-overview.ts";
import { bucketStarts, readWindow } from "./window.ts";

const SPAN_MS = 30 * 86_400_000;
/** Most values of each tag. */
const VALUES_MAX = 50;

/** Tags of the newest decisions with their most frequent values, for filters, groups and rules to choose from. */
export async function listTags(context: ServiceContext, caller: Caller): Promise<OverviewTags> {
  authorise(caller.principal, "overview.read");
  const { accountId } = caller.principal;
  const fromMs = context.clock.nowMs() - SPAN_MS;
  const tags = await context.storage.groups.readTags({ accountId, fromMs, valuesMax: VALUES_MAX });
  return {
    data: tags.map(({ name, values }) => ({
      name,
      values: values.map(({ value, decisions }) => ({ value, decisions })),
    })),
  };
}

type ModelOf = (label: string) => string | null;

/** Programs name a model as they like: what the label represents decides where it is counted. */
async function modelsByLabel(
  { storage, catalog: shipped, clock }: ServiceContext,
  accountId: string,
): Promise<ModelOf> {
  const catalog = await loadAccountCatalog(storage, shipped.at(clock.nowMs()), accountId);
  return (label) => catalog.resolve({ model: label })?.id ?? null;
}

function groupToWire(group: DecisionGroup, decisions: number, modelOf: ModelOf): GroupWire {
  return {
    value: group.value,
    model_id: modelOf(group.value),
    share: decisions === 0 ? 0 : group.decisions / decisions,
    last_at: toIso(group.lastHourMs),
    ...sumsToWire(group),
    feedback: judgedToWire(group.judged, group.predictedMean, group.reportedMean),
    series: group.buckets
      .filter((bucket) => bucket.decisions > 0)
      .map(({ startMs, decisions: count, usd, successMean }) => ({
        at: toIso(startMs),
        decisions: count,
        usd,
        success: successMean,
      })),
  };
}

/** @throws SignalboxError validation_failed */
export async function getGroups(
  context: ServiceContext,
  caller: Caller,
  query: OverviewGroupsQuery,
): Promise<OverviewGroups> {
  authorise(caller.principal, "overview.read");
  const { accountId } = caller.principal;
  const window = readWindow(query, context.clock.nowMs());
  const { by, from: _from, to: _to, ...rest } = query;
  const input = { accountId, dimension: by, ...window };
  const { groups, countedFromMs } =
    Object.keys(rest).length === 0
      ? { groups: await context.storage.groups.read(input), countedFromMs: null }
      : await context.storage.groups.readFiltered({ ...input, filter: readFilter(caller, rest) });
  const modelOf = by === "label" ? await modelsByLabel(context, accountId) : () => null;
  const decisions = groups.reduce((sum, group) => sum + group.decisions, 0);
  return {
    from: toIso(window.fromMs),
    to: toIso(window.toMs),
    bucket_s: window.bucketHours * 3600,
    by: query.by,
    counted_from: countedFromMs === null ? null : toIso(countedFromMs),
    times: bucketStarts(window).map(toIso),
    groups: groups.map((group) => groupToWire(group, decisions, modelOf)),
  };
}
