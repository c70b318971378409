// Decisions of the account, over all that is kept, as requests that can be decided again: from their readings, at today's prices,
// under the policy that each was asked under.
import { catalogAt, readKeptTags, SignalboxError, type ModelCatalog } from "@signalbox/contracts";
import type { Asked } from "@signalbox/engine";
import { readRecord, toRosterRequest, type RosterRequest } from "@signalbox/engine/internals";
import type { DecisionRow } from "@signalbox/storage";

import type { AccountState, CompletePreference } from "../../context/account-state.ts";
import type { ServiceContext } from "../../context/service-context.ts";
import { createGiveWay } from "../give-way.ts";
import { readAsked } from "../journal/asked-json.ts";

interface TrafficQuestion {
  readonly context: ServiceContext;
  readonly state: AccountState;
  readonly requestsMax: number;
  /** In place of that of each decision. */
  readonly preferenceId: string | undefined;
  /** Members that take the place of those that were asked. */
  readonly asked: Partial<Pick<Asked, "candidates" | "tradeoff" | "costQualityTradeoff">>;
}

export interface Traffic {
  /** The oldest first. */
  readonly requests: readonly RosterRequest[];
  /** Made by another artefact, or kept without their reading. */
  readonly skipped: number;
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

/** Decisions looked at for each that is wanted. */
const SKIM_FACTOR = 5;

type Preferences = (id: string | null) => Promise<CompletePreference | undefined>;

/** The preference of a decision; that of the account where it is gone. */
function createPreferences({ context, state, preferenceId }: TrafficQuestion): Preferences {
  const known = new Map<string, Promise<CompletePreference | undefined>>();
  const { default_preference_id: usual } = state.settings;
  const load = async (id: string): Promise<CompletePreference | undefined> => {
    try {
      return await context.accounts.preference(state, id);
    } catch (fault) {
      const isGone = fault instanceof SignalboxError && fault.code === "not_found" && id !== preferenceId;
      if (isGone) return undefined;
      throw fault;
    }
  };
  return async (own) => {
    const id = preferenceId ?? own ?? usual ?? undefined;
    if (id === undefined) return undefined;
    const found = known.get(id) ?? load(id);
    known.set(id, found);
    return found;
  };
}

function readRow(row: DecisionRow, question: TrafficQuestion, catalog: ModelCatalog) {
  const { features, request } = row;
  const asked = { ...readAsked(request, catalog, "today"), tags: readKeptTags(row.tags) };
  const isDecidable =
    row.artefactVersion === question.context.engine.artefactVersion && asked.candidates.length > 0;
  if (!isDecidable || features === null) return undefined;
  const record = readRecord(row.record);
  return { asked: { ...asked, ...question.asked }, journalled: { record, features } };
}

/** Parts that the kept journal is cut into. */
const PARTS = 24;
/** A part with more than this weighs as if it had so many. */
const COUNT_MAX = 100_000;

interface Part {
  readonly fromMs: number;
  readonly toMs: number;
  readonly wanted: number;
}

/** As many of each part as it has of the whole, so that advice speaks of all that is kept and not of the last days. */
async function partsOf({ context, state, requestsMax }: TrafficQuestion): Promise<readonly Part[]> {
  const { decisions } = context.storage;
  const { accountId } = state;
  const atEnd = async (newestFirst: boolean): Promise<number | undefined> => {
    for await (const { createdAtMs } of decisions.stream({ accountId, limit: 1, newestFirst }))
      return createdAtMs;
    return undefined;
  };
  const [firstMs, lastMs] = [await atEnd(false), await atEnd(true)];
  if (firstMs === undefined || lastMs === undefined) return [];
  const stepMs = Math.ceil((lastMs + 1 - firstMs) / PARTS);
  const parts: (Omit<Part, "wanted"> & { readonly count: number })[] = [];
  for (let fromMs = firstMs; fromMs <= lastMs; fromMs += stepMs) {
    const toMs = fromMs + stepMs;
    const { decisions: count } = await decisions.measure({ accountId, fromMs, toMs, limit: COUNT_MAX });
    parts.push({ fromMs, toMs, count });
  }
  const total = parts.reduce((sum, { count }) => sum + count, 0);
  const most = Math.min(requestsMax, total);
  let [seen, given] = [0, 0];
  return parts.map(({ fromMs, toMs, count }) => {
    seen += count;
    const wanted = Math.round((most * seen) / total) - given;
    given += wanted;
    return { fromMs, toMs, wanted };
  });
}

interface Found {
  readonly request: RosterRequest;
  readonly atMs: number;
}

export async function readTraffic(question: TrafficQuestion): Promise<Traffic> {
  const { context, state } = question;
  const { accountId } = state;
  const catalog = catalogAt(state.catalog, context.clock.nowMs());
  const preferenceOf = createPreferences(question);
  const found: Found[] = [];
  let skipped = 0;
  const giveWay = createGiveWay();
  for (const { wanted, fromMs, toMs } of (await partsOf(question)).toReversed()) {
    const limit = wanted * SKIM_FACTOR;
    const asMany = found.length + wanted;
    for await (const row of context.storage.decisions.stream({
      accountId,
      fromMs,
      toMs,
      limit,
      newestFirst: true,
    })) {
      if (found.length >= asMany) break;
      const pause = giveWay();
      if (pause !== undefined) await pause;
      const read = readRow(row, question, catalog);
      if (read === undefined) {
        skipped += 1;
        continue;
      }
      const known = knownTo(question.state, await preferenceOf(row.preferenceId));
      const { asked, journalled } = read;
      const request = toRosterRequest(
        context.engine.current,
        { asked, known },
        { group: row.chainId, journalled },
      );
      found.push({ request, atMs: row.createdAtMs });
    }
  }
  return {
    requests: found.map(({ request }) => request).reverse(),
    skipped,
    fromMs: found.at(-1)?.atMs ?? null,
    toMs: found[0]?.atMs ?? null,
  };
}

function knownTo({ learned, observedLatency }: AccountState, preference: CompletePreference | undefined) {
  return {
    preference,
    session: undefined,
    learned: preference?.learned ?? learned,
    observedLatency,
    explorationDraw: 1,
  };
}
