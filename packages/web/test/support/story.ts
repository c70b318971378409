// Four weeks of a team whose answers are known: one Tuesday cost more because a preference was changed that morning and put
// back the next, the preference that is tried beside another does better, and one model fails although it is expected not to.
// The service runs in this process with a clock that the story moves, so that its hourly sums are those of the weeks.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { loadConfig, startServer } from "@signalbox/server";
import type { RunningServer } from "@signalbox/server";
import type { PreferencePolicy, ProviderWire } from "@signalbox/sdk";
import { createSignalboxAdmin } from "@signalbox/sdk/admin";
import type { SignalboxAdmin } from "@signalbox/sdk/admin";

import { OWNER } from "./seed-account.ts";
import { createTeamClient } from "./traffic.ts";
import type { TeamClient } from "./traffic.ts";

const DAY_MS = 86_400_000;
const DAYS = 28;

const SUPPORT = [
  "A customer asks where parcel 4471 is; tracking says it left Leipzig on Monday. Write a short, friendly reply.",
  "Answer this: can I change the delivery address after the order was packed?",
  "The customer was charged twice for one order. Apologise, explain the refund, at most 90 words.",
  "Reply in German: the spare part is out of stock until the 14th, offer a voucher of 10 euros.",
];
const CODE = [
  "Review this function: def total(xs): s = 0; [s := s + x for x in xs if x]; return s",
  "Fix this SQL, it counts customers twice: select count(c.id) from customers c join orders o on o.customer_id = c.id",
  "Write a TypeScript function that merges two sorted arrays of numbers, with tests for empty input.",
];
const REPORTS = [
  "Extract vendor, date and total as JSON: Invoice no. 8812, Nordwind GmbH, 3 March 2026, total 1,204.50 EUR.",
  "Classify as bug, wish or praise: the export button does nothing when the list is empty.",
];

const model = (name: string): ProviderWire => {
  const [provider = "", id = ""] = name.split("/");
  return { provider, model: id };
};
const STRONG = [
  "anthropic/claude-opus-4-8",
  "anthropic/claude-sonnet-4-6",
  "openai/gpt-5.4-mini",
  "mistral/ministral-3-3b",
].map(model);

/** A careful preference costs more, and never as much as the mistake of that Tuesday: its day is the most expensive one whatever comes when. */
const MOST_EXPENSIVE = { label: "anthropic/claude-opus-4-8" };

/** The model that fails; reports have no other. */
export const WEAK = "google/gemini-3.1-flash-lite";
const ONLY = [model(WEAK)];

export interface Story {
  readonly url: string;
  readonly client: TeamClient;
  /** Midnight at the start of the Tuesday that cost more. */
  readonly tuesdayMs: number;
  readonly preferences: { readonly support: string; readonly review: string; readonly careful: string };
  stop(): Promise<void>;
}

/** Between two and nine days ago, so that the change that puts it right, 33 hours later, is in the past too. */
function lastTuesday(nowMs: number): number {
  const day = new Date(nowMs - 2 * DAY_MS);
  day.setHours(0, 0, 0, 0);
  while (day.getDay() !== 2) day.setDate(day.getDate() - 1);
  return day.getTime();
}

interface Call {
  readonly client: TeamClient;
  readonly kind: "support" | "code" | "report";
  readonly preferenceId: string | undefined;
}

/** Shares that depend on nothing but how often they were asked. */
function everySo(share: number): () => boolean {
  let [asked, said] = [0, 0];
  return () => {
    asked += 1;
    const isDue = Math.floor(asked * share) > said;
    if (isDue) said += 1;
    return isDue;
  };
}

const STEPS = [
  "The nightly build fails in the step that packs the images. Find out why.",
  "The log says: no space left on device. What takes the space?",
  "Write the change to the pipeline that clears the cache of layers before it packs.",
  "The change is in and the build passes. Say in one line what was wrong.",
];

/** An agent's run: each turn brings the earlier ones with it. */
async function runAgent(client: TeamClient, steps: number, goOn: () => void): Promise<void> {
  const messages: { role: "user" | "assistant"; content: string }[] = [];
  let previous: string | undefined;
  for (const step of STEPS.slice(0, steps)) {
    messages.push({ role: "user", content: step });
    const { session_id: id, llm_label: label } = await client.select({
      messages: [{ role: "system", content: "You repair builds." }, ...messages],
      llm_providers: [...STRONG],
      tradeoff: "cost",
      tags: { region: "eu", team: "platform" },
      ...(previous !== undefined && { previous_session: previous }),
    });
    messages.push({ role: "assistant", content: `${label} answers.` });
    previous = id;
    goOn();
  }
}

async function openService(clock: { nowMs(): number }, dataDir: string): Promise<RunningServer> {
  const flags = { "data-dir": dataDir, port: "0", "log-level": "error" };
  return startServer({ config: loadConfig({ file: undefined, env: {}, flags }), clock });
}

/** A client with the rights of somebody who has signed in; sessions end while weeks go by. */
export async function asPerson(url: string, way: string, body: object): Promise<SignalboxAdmin> {
  const headers = { "x-signalbox-csrf": "1", origin: url };
  const answer = await fetch(`${url}/api/v1/auth/${way}`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${way}: ${answer.status} ${await answer.text()}`);
  const cookie = answer.headers
    .getSetCookie()
    .map((one) => one.split(";", 1)[0])
    .join("; ");
  return createSignalboxAdmin({ baseUrl: url, headers: { ...headers, cookie } });
}

const CHEAP = { kind: "cost", tolerance: 0.3 } as const;
const THRIFTY: PreferencePolicy = { objective: CHEAP, retention: "text" };
/** The mistake of that Tuesday: everything to the most expensive model. */
const GENEROUS: PreferencePolicy = {
  objective: { kind: "quality" },
  allow: [MOST_EXPENSIVE],
  retention: "text",
};

async function makePreferences(owner: SignalboxAdmin): Promise<Story["preferences"]> {
  const made = async (name: string, policy: PreferencePolicy): Promise<string> =>
    (await owner.preferences.create({ name, policy, unknown_ok: true })).id;
  const careful = await made("Careful review", { objective: { kind: "quality" }, deny: [MOST_EXPENSIVE] });
  const support = await made("Support chat", THRIFTY);
  const reviewing = { objective: CHEAP, deny: [MOST_EXPENSIVE] };
  const review = await made("Code review", reviewing);
  await owner.preferences.update(review, {
    policy: { ...reviewing, experiment: { preference_id: careful, share: 0.5 } },
    unknown_ok: true,
  });
  return { careful, support, review };
}

/** Judges answers as the story has it: the weak model fails, the careful preference does better on code. */
function createJudge(): (call: Call, label: string) => boolean {
  const [weak, plain, careful, other] = [everySo(0.35), everySo(0.72), everySo(0.95), everySo(0.88)];
  return ({ kind }, label) => {
    if (label === WEAK) return weak();
    if (kind !== "code") return other();
    return label.startsWith("anthropic/") ? careful() : plain();
  };
}

/** Kinds of calls in turn: three of five ask for support, one about code, one makes reports. */
function kindAt(index: number): Call["kind"] {
  if (index % 5 < 3) return "support";
  return index % 5 === 3 ? "code" : "report";
}

const REGIONS = ["eu", "us", "eu"];
const TEAMS: Readonly<Record<Call["kind"], string>> = {
  support: "customer care",
  code: "platform",
  report: "finance",
};

const TEXTS: Readonly<Record<Call["kind"], readonly string[]>> = {
  support: SUPPORT,
  code: CODE,
  report: REPORTS,
};

async function decide({ client, kind, preferenceId }: Call, index: number) {
  const texts = TEXTS[kind];
  const { session_id: id = "", llm_label: label } = await client.select({
    messages: [{ role: "user", content: `${texts[index % texts.length] ?? ""} (${index})` }],
    llm_providers: [...(kind === "report" ? ONLY : STRONG)],
    tags: { region: REGIONS[index % REGIONS.length] ?? "eu", team: TEAMS[kind] },
    ...(preferenceId !== undefined && { preference_id: preferenceId }),
  });
  return { id, label };
}

/** @param agentPerDay runs of an agent a day, beside the other calls */
export async function tellStory(perDay = 20, agentPerDay = 0): Promise<Story> {
  const dataDir = await mkdtemp(join(tmpdir(), "signalbox-story-"));
  const endMs = Date.now();
  let shiftMs = -DAYS * DAY_MS;
  const running = await openService({ nowMs: () => Date.now() + shiftMs }, dataDir);
  const { url, firstStart } = running;
  const { key: firstKey, claimToken } = firstStart ?? { key: "", claimToken: "" };
  const claim = { ...OWNER, token: claimToken, name: "Ada", organisation: "North Junction" };
  const owner = await asPerson(url, "claim", claim);
  const made = async (name: string): Promise<TeamClient> =>
    createTeamClient(url, (await owner.keys.create({ name, scopes: ["select", "feedback"] })).key);
  const client = createTeamClient(url, firstKey);
  const clients = { support: await made("Support bot"), code: client, report: await made("Nightly reports") };
  const preferences = await makePreferences(owner);
  const preferenceOf = { support: preferences.support, code: preferences.review, report: undefined };
  const tuesdayMs = lastTuesday(endMs);
  const changes = [
    { atMs: tuesdayMs + 7 * 3_600_000, policy: GENEROUS },
    { atMs: tuesdayMs + DAY_MS + 9 * 3_600_000, policy: THRIFTY },
  ];
  const judge = createJudge();
  for (let index = 0; index < DAYS * perDay; index += 1) {
    const atMs = endMs - DAYS * DAY_MS + (index * DAY_MS) / perDay;
    shiftMs = atMs - Date.now();
    const due = changes[0] !== undefined && atMs >= changes[0].atMs ? changes.shift() : undefined;
    if (due !== undefined)
      await (
        await asPerson(url, "sign-in", OWNER)
      ).preferences.update(preferences.support, { policy: due.policy, unknown_ok: true });
    const kind = kindAt(index);
    const call = { client: clients[kind], kind, preferenceId: preferenceOf[kind] };
    const { id, label } = await decide(call, index);
    shiftMs += 60_000;
    await call.client.feedback({ session_id: id, value: judge(call, label) ? "up" : "down" });
    if (index % perDay < agentPerDay)
      await runAgent(client, 2 + (Math.floor(index / perDay) % 3), () => {
        shiftMs += 90_000;
      });
  }
  shiftMs = 0;
  return {
    url,
    client,
    tuesdayMs,
    preferences,
    stop: async () => {
      await running.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
