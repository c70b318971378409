// Two routers on the rows that both were trained from: each is judged by what it picked for a row while it had not seen it, so
// that neither the difficulty of a file nor what was learned by heart counts.
import { SignalboxError, type CommonRows } from "@signalbox/contracts";
import { bootstrapMean } from "@signalbox/engine/learn";
import { mulberry32 } from "@signalbox/engine/numerics";
import type { CustomRouter } from "@signalbox/storage";

import type { ServiceContext } from "../../context/service-context.ts";
import { authorise, type Caller } from "../access/authorise.ts";
import { found } from "../faults.ts";
import { createGiveWay } from "../give-way.ts";
import { keptRowsOf } from "./passed-over.ts";
import { readKeptRows, type KeptRow } from "./row-archive.ts";

/** Read of each router: what a process may hold in memory for one question. */
const ROWS_MAX = 200_000;
/** With fewer rows an interval would promise what they cannot hold. */
const ROWS_MIN = 20;
const RESAMPLES = 1_000;

interface Pair {
  readonly scores: readonly [a: number, b: number];
  /** Undefined where the dollars of either pick are unknown. */
  readonly usd: readonly [a: number, b: number] | undefined;
  readonly isAlike: boolean;
}

/** A model's value in either file; where both have one, the mean of the two. */
function valueOf(label: string, first: KeptRow["scores"], second: KeptRow["scores"]): number | undefined {
  const known = [first[label], second[label]].filter((value) => typeof value === "number");
  return known.length === 0 ? undefined : known.reduce((sum, value) => sum + value, 0) / known.length;
}

/** Undefined where a pick was judged in neither file. */
function pairOf(a: KeptRow, b: KeptRow): Pair | undefined {
  const { pick: own } = a;
  const { pick: other } = b;
  if (own === undefined || other === undefined) return undefined;
  const scores = [own, other].map((label) => valueOf(label, a.scores, b.scores));
  const usd = [own, other].map((label) => valueOf(label, a.costs, b.costs));
  const [scoreA, scoreB] = scores;
  if (scoreA === undefined || scoreB === undefined) return undefined;
  const [usdA, usdB] = usd;
  return {
    scores: [scoreA, scoreB],
    usd: usdA === undefined || usdB === undefined ? undefined : [usdA, usdB],
    isAlike: own === other,
  };
}

interface Read {
  readonly rows: number;
  readonly isTruncated: boolean;
}

async function eachRow(
  { storage }: ServiceContext,
  router: CustomRouter,
  take: (row: KeptRow) => void,
): Promise<Read> {
  if (keptRowsOf(router) === undefined) return { rows: 0, isTruncated: false };
  const giveWay = createGiveWay();
  let rows = 0;
  for await (const row of readKeptRows(storage.customRouters.streamEvidence({ ...router, kind: "rows" }))) {
    if (rows === ROWS_MAX) return { rows, isTruncated: true };
    rows += 1;
    take(row);
    const pause = giveWay();
    if (pause !== undefined) await pause;
  }
  return { rows, isTruncated: false };
}

function intervalOf(differences: readonly number[]): CommonRows["difference"] {
  if (differences.length < ROWS_MIN) return null;
  const values = Float64Array.from(differences);
  const { mean, low, high } = bootstrapMean({
    values,
    resamples: RESAMPLES,
    confidence: 0.95,
    random: mulberry32(11),
  });
  return { mean, low, high };
}

const meanOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

async function findWithRows(
  { storage }: ServiceContext,
  accountId: string,
  id: string,
): Promise<CustomRouter> {
  const router = found(await storage.customRouters.find({ accountId, id }), "custom router");
  if (router.state === "done") return router;
  throw new SignalboxError("conflict", `"${router.name}" is not trained. Compare routers that are ready.`);
}

/** @throws SignalboxError not_found; conflict where one of them is not trained */
export async function compareOnRows(
  context: ServiceContext,
  caller: Caller,
  ids: { readonly a: string; readonly b: string },
): Promise<CommonRows> {
  authorise(caller.principal, "routers.read");
  const { accountId } = caller.principal;
  const [a, b] = [
    await findWithRows(context, accountId, ids.a),
    await findWithRows(context, accountId, ids.b),
  ];
  const byPrompt = new Map<string, KeptRow>();
  const readA = await eachRow(context, a, (row) => byPrompt.set(row.prompt, row));
  const pairs: Pair[] = [];
  const readB = await eachRow(context, b, (row) => {
    const other = byPrompt.get(row.prompt);
    const pair = other && pairOf(other, row);
    if (pair !== undefined) pairs.push(pair);
  });
  const priced = pairs.flatMap(({ usd }) => (usd === undefined ? [] : [usd]));
  const sideOf = (side: 0 | 1, { rows }: Read): CommonRows["a"] => ({
    score: meanOf(pairs.map(({ scores }) => scores[side])),
    usd: meanOf(priced.map((usd) => usd[side])),
    rows,
  });
  return {
    common: pairs.length,
    alike: pairs.filter(({ isAlike }) => isAlike).length,
    a: sideOf(0, readA),
    b: sideOf(1, readB),
    difference: intervalOf(pairs.map(({ scores: [own, other] }) => other - own)),
    difference_usd: intervalOf(priced.map(([own, other]) => other - own)),
    truncated: readA.isTruncated || readB.isTruncated,
  };
}
