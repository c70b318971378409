// Twenty marked texts through every door by which text comes in. Then the account is deleted, or its days pass, and every byte of
// the database and its log, the temporary folder and the service's own log is searched for them.
import assert from "node:assert/strict";
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { after, before, test } from "node:test";
import { pino } from "pino";

import { writeFailedSignIns } from "../src/services/audit/failed-sign-ins.ts";
import { purgeOldData } from "../src/services/decisions/purge-old-data.ts";
import type { TestBrowser } from "./test-browser.ts";
import { startTestService, type TestService } from "./test-service.ts";

const root = mkdtempSync(join(tmpdir(), "signalbox-everywhere-"));
const places = {
  data: join(root, "data"),
  temporary: join(root, "temporary"),
  log: join(root, "service.log"),
};
const ownTemporary = process.env["TMPDIR"];
let service: TestService;
before(async () => {
  mkdirSync(places.temporary);
  process.env["TMPDIR"] = places.temporary;
  const logger = pino({ level: "trace" }, pino.destination({ dest: places.log, sync: true }));
  service = await startTestService({ flags: { "data-dir": places.data }, logger });
});
after(async () => {
  await service.close();
  if (ownTemporary === undefined) delete process.env["TMPDIR"];
  else process.env["TMPDIR"] = ownTemporary;
  rmSync(root, { recursive: true });
});

/** Doors, with what is asked of each text: kept as it is, and for how long. */
const DOORS = [
  "prompt",
  "system prompt",
  "description of a tool",
  "arguments of a call",
  "hashed prompt",
  "playground",
  "subject",
  "member that is not read",
  "attribute",
  "label",
  "evaluation",
  "name of a router",
  "name of a preference",
  "rule",
  "name of a key",
  "name of the organisation",
  "name of a person",
  "address of a guest",
  "note of an alert",
  "name of a model",
] as const;
type Door = (typeof DOORS)[number];

type Mark = (door: Door) => string;

const marksOf =
  (word: string): Mark =>
  (door) =>
    `${word}-${String(DOORS.indexOf(door)).padStart(2, "0")}-xylo`;

/** In which files each text stands. */
function search(mark: Mark): ReadonlyMap<Door, readonly string[]> {
  const files = globSync("**", { cwd: root })
    .map((name) => join(root, name))
    .filter((path) => statSync(path).isFile());
  const contents = files.map((path) => [relative(root, path), readFileSync(path)] as const);
  const found = DOORS.map((door) => {
    const where = contents.filter(([, bytes]) => bytes.indexOf(mark(door)) !== -1);
    return [door, where.map(([name]) => name)] as const;
  });
  return new Map(found.filter(([, names]) => names.length > 0));
}

async function call(browser: TestBrowser, method: string, path: string, body: object): Promise<unknown> {
  const answer = await browser.call(method, path, { body });
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`);
  return answer.body;
}

const requestOf = (mark: Mark) => ({
  messages: [
    { role: "system", content: mark("system prompt") },
    { role: "user", content: mark("prompt") },
    {
      role: "assistant",
      content: null,
      tool_calls: [
        { id: "1", type: "function", function: { name: "f", arguments: mark("arguments of a call") } },
      ],
    },
    { role: "tool", tool_call_id: "1", content: "done" },
  ],
  tools: [{ name: "f", description: mark("description of a tool") }],
  llm_providers: [{ name: mark("label"), model: "gpt-4o", attributes: { note: mark("attribute") } }],
  subject: mark("subject"),
  user: mark("member that is not read"),
});

async function decide(browser: TestBrowser, mark: Mark): Promise<void> {
  const settings = { retention: "text", retention_days: 7 };
  await call(browser, "PATCH", "/account", { settings });
  const { session_id: id } = (await call(browser, "POST", "/model-select", requestOf(mark))) as {
    session_id: string;
  };
  await call(browser, "POST", "/feedback", { session_id: id, label: mark("label"), value: 0 });
  const { llm_providers: models } = requestOf(mark);
  const hashed = { messages: mark("hashed prompt"), hash_content: true, llm_providers: models };
  await call(browser, "POST", "/model-select", hashed);
  await call(browser, "POST", "/playground", { messages: mark("playground"), llm_providers: models });
}

async function upload(browser: TestBrowser, mark: Mark): Promise<void> {
  const rows = Array.from({ length: 30 }, (_, at) => ({
    prompt: `${mark("evaluation")} ${at}`,
    scores: { a: 1, b: 0 },
  }));
  const { id } = (await call(browser, "POST", "/custom-routers", {
    name: mark("name of a router"),
    rows,
  })) as {
    id: string;
  };
  assert.ok(search(mark).has("evaluation"));
  await browser.call("PATCH", `/custom-routers/${id}`, { body: { state: "cancelled" } });
}

async function configure(browser: TestBrowser, mark: Mark, accountId: string): Promise<void> {
  const policy = { deny: [{ label: mark("rule") }] };
  await call(browser, "POST", "/preferences", {
    name: mark("name of a preference"),
    policy,
    unknown_ok: true,
  });
  await call(browser, "POST", "/keys", { name: mark("name of a key") });
  const email = `${mark("address of a guest")}@example.org`;
  await call(browser, "POST", "/members", { email, role: "member" });
  const path = `/models/overrides/${encodeURIComponent("own/house-model")}`;
  await call(browser, "PUT", path, { name: mark("name of a model") });
  const opened = { id: `alert-${accountId}`, accountId, kind: "calibration", subject: "s" } as const;
  const openedAtMs = service.clock.nowMs();
  await service.context.storage.alerts.open({ ...opened, severity: "warning", details: {}, openedAtMs });
  await call(browser, "PATCH", `/health/alerts/${opened.id}`, {
    acknowledged: true,
    note: mark("note of an alert"),
  });
}

async function fill(word: string): Promise<{ readonly browser: TestBrowser; readonly mark: Mark }> {
  const mark = marksOf(word);
  const browser = service.browser();
  const email = `${word}@example.org`;
  const password = "nine patient copper bells";
  const who = { name: mark("name of a person"), organisation: mark("name of the organisation") };
  const me = (await call(browser, "POST", "/auth/sign-up", { email, password, ...who })) as {
    account: { id: string };
  };
  await decide(browser, mark);
  await upload(browser, mark);
  await configure(browser, mark, me.account.id);
  await service.browser().call("POST", "/auth/sign-in", { body: { email, password: "a wrong guess" } });
  await writeFailedSignIns(service.context);
  await service.context.journal.flush();
  return { browser, mark };
}

/** Digested, tried out alone, or read by nobody: never on the disk. */
const NEVER: readonly Door[] = ["hashed prompt", "playground", "subject", "member that is not read"];

test("of twenty texts that came in by every door none is left once the account is deleted", async (t) => {
  const { browser, mark } = await fill("quetzal");
  const before = search(mark);
  for (const [door, names] of before) t.diagnostic(`${door}: ${names.join(", ")}`);
  assert.deepEqual(
    NEVER.filter((door) => before.has(door)),
    [],
  );
  assert.ok(before.size >= 14, `only ${before.size} were there before`);
  const confirm = mark("name of the organisation");
  await call(browser, "DELETE", "/account", { confirm });
  assert.deepEqual(Array.from(search(mark)), []);
});

/** Texts that the account itself says, as long as it exists; the label stands in its sums, without the one who asked. */
const SETTINGS: ReadonlySet<Door> = new Set<Door>(DOORS.slice(DOORS.indexOf("name of a router"))).add(
  "label",
);

test("once their days have passed nothing of requests and uploads is left but labels in sums", async () => {
  const { mark } = await fill("hoatzin");
  assert.ok(search(mark).has("prompt"));
  service.clock.ms += 8 * 86_400_000;
  await purgeOldData(service.context, () => Promise.resolve());
  const left = Array.from(search(mark).keys()).filter((door) => !SETTINGS.has(door));
  assert.deepEqual(left, []);
});
