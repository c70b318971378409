// The account's newest decisions as requests that can be decided again: from their readings, at today's prices, under the policy
// that each was asked under.
import { catalogAt, SignalboxError, type ModelCatalog } from "@signalbox/contracts";
import type { Asked } from "@signalbox/engine";
import { readRecord, toRosterRequest, type RosterRequest } from "@signalbox/engine/internals";
import type { DecisionRow } from "@signalbox/storage";

import type { AccountState } from "../../context/account-state.ts";
import type { CompletePreference } from "../../context/complete-preference.ts";
import type { ServiceContext } from "../../context/service-context.ts";
import { createGiveWay } from "../give-way.ts";
import { readAsked } from "../journal/asked-json.ts";

export interface TrafficQuestion {
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
  const { features, loadings, request } = row;
  const asked = readAsked(request, catalog, "today");
  const isDecidable =
    row.artefactVersion === question.context.engine.artefactVersion && asked.candidates.length > 0;
  if (!isDecidable || features === null || loadings === null) return undefined;
  const record = readRecord(row.record);
  return { asked: { ...asked, ...question.asked }, journalled: { record, features, loadings } };
}

export async function readTraffic(question: TrafficQuestion): Promise<Traffic> {
  const { context, state, requestsMax } = question;
  const { accountId } = state;
  const catalog = catalogAt(state.catalog, context.clock.nowMs());
  const preferenceOf = createPreferences(question);
  const requests: RosterRequest[] = [];
  const times: number[] = [];
  let skipped = 0;
  const limit = requestsMax * SKIM_FACTOR;
  const giveWay = createGiveWay();
  for await (const row of context.storage.decisions.stream({ accountId, limit, newestFirst: true })) {
    const pause = giveWay();
    if (pause !== undefined) await pause;
    const read = readRow(row, question, catalog);
    if (read === undefined) {
      skipped += 1;
      continue;
    }
    const preference = await preferenceOf(row.preferenceId);
    const known = {
      preference,
      session: undefined,
      learned: preference?.learned ?? state.learned,
      observedLatency: state.observedLatency,
      explorationDraw: 1,
    };
    const { asked, journalled } = read;
    requests.push(
      toRosterRequest(context.engine.current, { asked, known }, { group: row.chainId, journalled }),
    );
    times.push(row.createdAtMs);
    if (requests.length === requestsMax) break;
  }
  return { requests: requests.reverse(), skipped, fromMs: times.at(-1) ?? null, toMs: times[0] ?? null };
}
