// A claimed account with keys, preferences, decisions, feedback and members in it, for pictures and for axe.
import type { Browser, BrowserContext } from "playwright-core";

import type { RealServer } from "./real-server.ts";
import { CANDIDATES, makeTraffic } from "./traffic.ts";

export const OWNER = { email: "ada@example.org", password: "points and signals 1856" };

export interface Seeded {
  readonly storageState: Awaited<ReturnType<BrowserContext["storageState"]>>;
  /** Name and path of every page behind the gate. */
  readonly pages: readonly (readonly [name: string, path: string])[];
}

/** JSON calls with the browser's cookie, as the dashboard makes them. */
export function cookieCalls(context: BrowserContext, url: string) {
  return async <T>(method: "get" | "post" | "put", path: string, data?: unknown): Promise<T> => {
    const answer = await context.request[method](`${url}/api/v1${path}`, {
      ...(data !== undefined && { data }),
      headers: { "x-signalbox-csrf": "1", origin: url },
    });
    if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`);
    return (await answer.json()) as T;
  };
}

export async function claimAccount(context: BrowserContext, server: RealServer): Promise<void> {
  const call = cookieCalls(context, server.url);
  await call("post", "/auth/claim", {
    token: server.claimToken,
    ...OWNER,
    name: "Ada",
    organisation: "North Junction",
  });
}

/** Trains a router from evaluations in which the expensive model is right more often, and waits until it is ready. */
export async function trainRouter(context: BrowserContext, url: string, name = "Wagons"): Promise<string> {
  const rows = Array.from({ length: 150 }, (_, index) => {
    const [costly, cheap] = [index % 10 === 0 ? 0 : 1, index % 3 === 0 ? 0 : 1];
    return `"How many wagons has train ${index} after ${index * 7} stops?",${costly},${cheap},0.004,0.0002`;
  });
  const models = ["openai/gpt-5.4-mini", "openai/gpt-6-luna"];
  const columns = ["score", "cost"].flatMap((measure) => models.map((model) => `${model}/${measure}`));
  const buffer = Buffer.from([["prompt", ...columns].join(","), ...rows].join("\n"));
  const answer = await context.request.post(`${url}/api/v1/custom-routers`, {
    headers: { "x-signalbox-csrf": "1", origin: url },
    multipart: { name, dataset_file: { name: "wagons.csv", mimeType: "text/csv", buffer } },
  });
  const { id } = (await answer.json()) as { id: string };
  const call = cookieCalls(context, url);
  for (;;) {
    const { status } = await call<{ status: string }>("get", `/custom-routers/${id}`);
    if (status !== "queued" && status !== "training") return id;
  }
}

interface SeededIds {
  readonly decision: string;
  readonly preference: string;
  readonly router: string;
  readonly model: string;
}

const pagesOf = (ids: SeededIds): Seeded["pages"] => [
  ["overview", "/"],
  ["start", "/start"],
  ["decisions", "/decisions"],
  ["sessions", "/sessions"],
  ["decision", `/decisions/${ids.decision}`],
  ["health", "/health"],
  ["preferences", "/preferences"],
  ["preference", `/preferences/${ids.preference}`],
  ["preference-versions", `/preferences/${ids.preference}?tab=versions`],
  ["ledger", "/ledger"],
  ["what-if", `/what-if?a=${ids.preference}@1&b=${ids.preference}`],
  ["preference-experiment", `/preferences/${ids.preference}?tab=experiment`],
  ["preference-use", `/preferences/${ids.preference}?tab=use`],
  ["preference-new", "/preferences/new"],
  ["learning", "/learning"],
  ["custom-router-new", "/learning/new"],
  ["custom-router", `/learning/${ids.router}`],
  ["models", "/models"],
  ["model", `/models/${encodeURIComponent(ids.model)}`],
  ["keys", "/keys"],
  ["members", "/members"],
  ["settings", "/settings"],
  ["settings-sign-in", "/settings?tab=security"],
  ["settings-data", "/settings?tab=data"],
  ["audit-log", "/audit-log"],
  ["not-found", "/nowhere"],
  ["reference", "/docs"],
  ["reference-page", "/docs/preferences"],
];

/** Names as long as they may be, without a space to break at, in both directions of writing. */
async function addLongNames(call: ReturnType<typeof cookieCalls>, server: RealServer): Promise<void> {
  const [long, rtl] = ["Nachtzugverbindung".repeat(12).slice(0, 200), "اختبار".repeat(40).slice(0, 200)];
  const { id } = await call<{ id: string }>("post", "/preferences", { name: long, policy: {} });
  await call("post", "/keys", { name: rtl, scopes: ["select"] });
  await makeTraffic(server.url, server.firstKey, 2, {
    preference_id: id,
    llm_providers: [{ name: `house/${long.slice(0, 100)}`, attributes: { quality: 0.99 } }, ...CANDIDATES],
    tags: { [long.slice(0, 64)]: rtl.slice(0, 128) },
  });
}

export async function seedAccount(browser: Browser, server: RealServer): Promise<Seeded> {
  const context = await browser.newContext();
  await claimAccount(context, server);
  const call = cookieCalls(context, server.url);
  await makeTraffic(server.url, server.firstKey, 60);
  const preference = await call<{ id: string }>("post", "/preferences", {
    name: "Support chat",
    policy: { objective: { kind: "cost", tolerance: 0.05 }, deny: [{ provider: "deepseek" }] },
  });
  const fast = await call<{ id: string }>("post", "/preferences", {
    name: "العربية اختبار 🚦",
    policy: { objective: { kind: "latency" } },
  });
  await call("put", `/preferences/${preference.id}`, {
    policy: {
      objective: { kind: "weights", usd_weight: 10, seconds_weight: 0.002 },
      deny: [{ provider: "deepseek" }],
      field_rules: [{ field: "software", prefer: { label: "anthropic/*" }, bonus: 0.05 }],
      price_ceiling_usd: 0.05,
      experiment: { preference_id: fast.id, share: 0.4 },
    },
  });
  const tried = await call<{ id: string }>("post", "/preferences", {
    name: "Tried",
    policy: { experiment: { preference_id: fast.id, share: 0.5 } },
  });
  await call("put", `/preferences/${tried.id}`, { policy: {} });
  await addLongNames(call, server);
  await call("post", "/keys", {
    name: "Nightly <b>summaries</b>",
    scopes: ["select"],
    requests_per_minute_max: 600,
  });
  await call("post", "/members", { email: "grace@example.org", role: "read_only" });
  const decisions = await call<{ data: { session_id: string }[] }>("get", "/decisions?limit=2");
  const router = await trainRouter(context, server.url);
  const replay = { a: { preference_id: preference.id, version: 1 }, b: { preference_id: preference.id } };
  await call("post", "/replay", replay);
  const models = await call<{ data: { id: string }[] }>("get", "/models");
  const model = models.data.find(({ id }) => id === "openai/gpt-5.4-mini") ?? models.data[0];
  const storageState = await context.storageState();
  await context.close();
  const pages = pagesOf({
    decision: decisions.data[0]?.session_id ?? "",
    preference: preference.id,
    router,
    model: model?.id ?? "",
  });
  return { storageState, pages };
}
