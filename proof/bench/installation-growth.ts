// How a decision's time grows with what an installation holds: rows of the journal, keys and preferences, custom routers and
// conversations. Both services run and are asked in turn, as `npm run torture -- growth` does.
import { setTimeout as delay } from "node:timers/promises";

import { askSide, compareSides, openSide, requestOf, SMALL, type Side } from "./grown-side.ts";
import { spreadOf, type Spread } from "../load/statistics.ts";

export interface InstallationGrowth {
  readonly what: string;
  /** Size of the larger installation. */
  readonly size: number;
  /** Size of the smaller one. */
  readonly from: number;
  /** Median time of a decision over that of the smaller installation, round by round. */
  readonly ratio: Spread;
  /** The same of a request's processor time. */
  readonly processorRatio: Spread;
}

export interface GrowthSizes {
  readonly rows: readonly number[];
  readonly keys: readonly number[];
  readonly conversations: number;
  readonly routers: number;
  readonly rounds: number;
  /** Duration of one measurement. */
  readonly seconds: number;
}

const POLL_MS = 200;
const ROUTER_ROWS = 30;
const MODELS = ["openai/gpt-5", "openai/gpt-5-nano"] as const;

function evaluations(seed: number): string {
  const header = ["prompt", ...MODELS.map((model) => `${model}/score`)].join(",");
  const rows = Array.from(
    { length: ROUTER_ROWS },
    (_, row) => `question ${row} about topic ${(row * (seed + 3)) % 7},${row % 2},1`,
  );
  return [header, ...rows].join("\n");
}

/** Uploads evaluations, waits for the training, switches the router on. Returns the preference that routes by it. */
async function trainRouter({ installation, callers }: Side, seed: number): Promise<string> {
  const headers = { authorization: `Bearer ${callers[0]?.key ?? ""}` };
  const call = async <T>(path: string, body?: FormData | "post"): Promise<T> => {
    const init =
      body === undefined ? { headers } : { method: "POST", headers, ...(body !== "post" && { body }) };
    const answer = await fetch(`${installation.url}/api/v1/custom-routers${path}`, init);
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const form = new FormData();
  form.set("name", `Router ${seed}`);
  form.set("dataset_file", new File([evaluations(seed)], "own.csv", { type: "text/csv" }));
  const { id } = await call<{ id: string }>("", form);
  for (;;) {
    const { status } = await call<{ status: string }>(`/${id}`);
    if (status === "ready") break;
    if (status === "failed") throw new Error("A router could not be trained.");
    await delay(POLL_MS);
  }
  return (await call<{ preference_id: string }>(`/${id}/activate`, "post")).preference_id;
}

/** Asks one router after the other. */
async function withRouters(side: Side, count: number): Promise<Side> {
  const [caller] = side.callers;
  if (caller === undefined) throw new Error("An installation has callers.");
  const requests: Buffer[] = [];
  while (requests.length < count) {
    const preferenceId = await trainRouter(side, requests.length);
    requests.push(requestOf(side.installation.url, { ...caller, preferenceId }));
  }
  return { ...side, requests };
}

/** Has many conversations open before it is asked as before. */
async function withConversations(side: Side, count: number): Promise<Side> {
  const [caller] = side.callers;
  if (caller === undefined) throw new Error("An installation has callers.");
  const requests = Array.from({ length: count }, (_, index) =>
    requestOf(side.installation.url, caller, {
      messages: [{ role: "user", content: `What is the matter with ticket ${index}?` }],
    }),
  );
  await askSide({ ...side, requests }, 0);
  return side;
}

export async function measureInstallationGrowth(
  { rows, keys, conversations, routers, rounds, seconds }: GrowthSizes,
  report: (step: string) => void,
): Promise<readonly InstallationGrowth[]> {
  const found: InstallationGrowth[] = [];
  const quiet = (): void => {};
  const small = await openSide("", SMALL, quiet);
  const add = async (
    row: Omit<InstallationGrowth, "ratio" | "processorRatio">,
    large: Side,
    base: Side = small,
  ): Promise<void> => {
    const { medians, processor } = await compareSides(base, large, { rounds, seconds });
    found.push({ ...row, ratio: spreadOf(medians), processorRatio: spreadOf(processor) });
    report(`growth: ${row.size} ${row.what}`);
  };
  const beside = async (
    size: typeof SMALL,
    work: (large: Side) => Promise<void>,
    callersMax?: number,
  ): Promise<void> => {
    const large = await openSide("", size, quiet, callersMax);
    try {
      await work(large);
    } finally {
      await large.stop();
    }
  };
  try {
    for (const size of rows)
      await beside({ ...SMALL, rows: size }, (large) =>
        add({ what: "rows of the journal", size, from: SMALL.rows }, large),
      );
    // One process: two that do the same differ by more, because its compiler decides otherwise in each.
    for (const size of keys)
      await beside(
        { ...SMALL, keys: size },
        (large) =>
          add({ what: "keys and preferences, each asked with", size, from: SMALL.keys }, large, {
            ...large,
            requests: large.requests.slice(0, SMALL.keys),
          }),
        size,
      );
    await beside(SMALL, async (large) =>
      add(
        { what: "conversations", size: conversations, from: 1 },
        await withConversations(large, conversations),
      ),
    );
    const one = await withRouters(small, 1);
    await beside(SMALL, async (large) =>
      add({ what: "custom routers", size: routers, from: 1 }, await withRouters(large, routers), one),
    );
  } finally {
    await small.stop();
  }
  return found;
}
