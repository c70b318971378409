// Whether a decision takes longer in an installation that has grown: `--from` rows of the journal and ten keys and preferences
// beside many more. Both services run, and are asked in turn, because a machine does not go at one pace.
import { statSync } from "node:fs";

import { postgresSkipReason, type TestPostgres } from "@signalbox/storage/testing";

import type { Size } from "../bench/grown-installation.ts";
import { compareSides, openSide, SMALL, type Compared, type Side } from "../bench/grown-side.ts";
import { percentile } from "../load/statistics.ts";
import { brokenOf, numberOf, type Outcome, type Torture } from "./outcome.ts";
import { withPostgres } from "./steps.ts";

const RATIO_MAX = 1.2;
/** Fewer rounds, or less growth, say more about the machine's other work. */
const JUDGED = { rounds: 5, rows: 100_000 };

interface Grown extends Compared {
  readonly database: string;
  readonly size: Size;
  readonly bytes: number;
}

interface Urls {
  readonly database: string;
  readonly small: string;
  readonly large: string;
}

/** Two processes that do the same differ, so pairs of processes are compared, one after the other. */
async function compareStarts(
  small: Side,
  large: Side,
  numbers: Readonly<Record<string, number>>,
  say: (step: string) => void,
): Promise<Compared> {
  const [rounds, seconds] = [numberOf(numbers, "rounds"), numberOf(numbers, "seconds")];
  const pairs: Compared[] = [];
  for (;;) {
    const pair = await compareSides(small, large, { rounds, seconds });
    pairs.push(pair);
    say(`pair ${pairs.length}: ${percentile(pair.medians, 0.5).toFixed(2)} x`);
    if (pairs.length >= numberOf(numbers, "pairs")) break;
    await Promise.all([small.restart(), large.restart()]);
  }
  return {
    medians: pairs.flatMap(({ medians }) => medians),
    tails: pairs.flatMap(({ tails }) => tails),
    processor: pairs.flatMap((pair) => pair.processor),
    smallMs: percentile(
      pairs.map(({ smallMs }) => smallMs),
      0.5,
    ),
  };
}

async function growOn(
  { database, ...urls }: Urls,
  numbers: Readonly<Record<string, number>>,
  report: (step: string) => void,
): Promise<Grown> {
  const written = numberOf(numbers, "written");
  const size = { rows: numberOf(numbers, "rows"), keys: numberOf(numbers, "keys"), written };
  const say = (step: string): void => report(`${database}: ${step}`);
  const small = await openSide(urls.small, { ...SMALL, rows: numberOf(numbers, "from"), written }, say);
  const large = await openSide(urls.large, size, say);
  try {
    const found = await compareStarts(small, large, numbers, say);
    const bytes = statSync(large.installation.databaseUrl, { throwIfNoEntry: false })?.size ?? 0;
    return { database, size, bytes, ...found };
  } finally {
    await small.stop();
    await large.stop();
  }
}

function judge(found: readonly Grown[]): Outcome {
  return {
    figures: found.map(({ database, size, bytes, medians, tails, processor, smallMs }) => [
      database,
      `${size.rows} rows${bytes > 0 ? ` (${(bytes / 1e9).toFixed(1)} GB)` : ""}, ${size.keys} keys and preferences: ` +
        `median ${percentile(medians, 0.5).toFixed(2)} x of ${smallMs.toFixed(1)} ms ` +
        `(rounds: ${Math.min(...medians).toFixed(2)} to ${Math.max(...medians).toFixed(2)}), ` +
        `p99 ${percentile(tails, 0.5).toFixed(2)} x, processor time ${percentile(processor, 0.5).toFixed(2)} x`,
    ]),
    broken: brokenOf(
      Object.fromEntries(
        found.map(({ database, size, medians }) => [
          `a decision takes ${RATIO_MAX} times as long at most (${database})`,
          medians.length < JUDGED.rounds || size.rows < JUDGED.rows || percentile(medians, 0.5) <= RATIO_MAX,
        ]),
      ),
    ),
  };
}

async function urlsOf(postgres: TestPostgres): Promise<readonly Urls[]> {
  const [small, large] = [await postgres.createDatabase(), await postgres.createDatabase()];
  return [
    { database: "SQLite", small: "", large: "" },
    { database: "PostgreSQL", small, large },
  ];
}

async function growEach(
  postgres: TestPostgres,
  numbers: Readonly<Record<string, number>>,
  report: (step: string) => void,
): Promise<Outcome> {
  const found: Grown[] = [];
  const all = await urlsOf(postgres);
  const only = numberOf(numbers, "database");
  for (const urls of only === 0 ? all : all.slice(only - 1, only))
    found.push(await growOn(urls, numbers, report));
  return judge(found);
}

export const growth: Torture = {
  summary: "a decision among many rows, keys and preferences takes hardly longer than among few",
  // `--database` 1 is SQLite alone, 2 PostgreSQL alone. The journal writes `--written` rows; SQLite gets the others by SQL.
  numbers: {
    rows: 1_000_000,
    keys: 10_000,
    from: SMALL.rows,
    written: 100_000,
    database: 0,
    seconds: 4,
    rounds: 3,
    pairs: 3,
  },
  skipReason: postgresSkipReason,
  run: (numbers, report) => withPostgres(true, (postgres) => growEach(postgres, numbers, report)),
};
