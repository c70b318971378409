// A claimed account with keys, preferences, decisions, feedback and members in it, for pictures and for axe.
import type { Browser, BrowserContext } from "playwright-core";

import type { RealServer } from "./real-server.ts";
import { makeTraffic } from "./traffic.ts";

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

export async function seedAccount(browser: Browser, server: RealServer): Promise<Seeded> {
  const context = await browser.newContext();
  await claimAccount(context, server);
  const call = cookieCalls(context, server.url);
  await makeTraffic(server.url, server.firstKey, 60);
  const preference = await call<{ id: string }>("post", "/preferences", {
    name: "Support chat",
    policy: { objective: { kind: "cost", tolerance: 0.05 }, deny: [{ provider: "deepseek" }] },
  });
  await call("put", `/preferences/${preference.id}`, {
    policy: {
      objective: { kind: "weights", usd_weight: 10, seconds_weight: 0.002 },
      deny: [{ provider: "deepseek" }],
      field_rules: [{ field: "code", prefer: { label: "anthropic/*" }, bonus: 0.05 }],
      price_ceiling_usd: 0.05,
    },
  });
  await call("post", "/preferences", {
    name: "العربية اختبار 🚦",
    policy: { objective: { kind: "latency" } },
  });
  await call("post", "/keys", {
    name: "Nightly <b>summaries</b>",
    scopes: ["select"],
    requests_per_minute_max: 600,
  });
  await call("post", "/members", { email: "grace@example.org", role: "read_only" });
  const decisions = await call<{ data: { session_id: string }[] }>("get", "/decisions?limit=2");
  const models = await call<{ data: { id: string }[] }>("get", "/models");
  const model = models.data.find(({ id }) => id === "openai/gpt-4o") ?? models.data[0];
  const storageState = await context.storageState();
  await context.close();
  const pages = [
    ["overview", "/"],
    ["playground", "/playground"],
    ["decisions", "/decisions"],
    ["decision", `/decisions/${decisions.data[0]?.session_id ?? ""}`],
    ["health", "/health"],
    ["preferences", "/preferences"],
    ["preference", `/preferences/${preference.id}`],
    ["preference-new", "/preferences/new"],
    ["custom-routers", "/custom-routers"],
    ["custom-router-new", "/custom-routers/new"],
    ["models", "/models"],
    ["model", `/models/${encodeURIComponent(model?.id ?? "")}`],
    ["keys", "/keys"],
    ["members", "/members"],
    ["settings", "/settings"],
    ["audit-log", "/audit-log"],
    ["guide", "/guide"],
    ["not-found", "/nowhere"],
  ] as const;
  return { storageState, pages };
}
