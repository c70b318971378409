// Conversations of 7 MB as fast as they are taken, on a heap that has no room for many of them, beside small decisions. Large
// ones may be refused; the process lives, and small ones are answered.
import { setTimeout as delay } from "node:timers/promises";

import { buildTarget } from "../load/raw-client.ts";
import { crowd } from "./attackers.ts";
import { startCheckedLoad } from "../load/checked-load.ts";
import { createInstallation, type Installation } from "../load/installation.ts";
import { brokenOf, numberOf, type Outcome, type Torture } from "./outcome.ts";

const HEAP_MB = 224;
const LARGE_CHARS = 7_000_000;
const SAMPLE_EVERY_MS = 250;
const CALM_MS = 500;

const LARGE_BODY = JSON.stringify({
  messages: [{ role: "user", content: "what takes room ".repeat(LARGE_CHARS / 16) }],
  llm_providers: ["openai/gpt-5", "openai/gpt-5-nano"],
});

/** The fullest moment that was seen, as metrics report it. @unit share */
async function watchMemory(url: string, durationMs: number): Promise<number> {
  const endMs = performance.now() + durationMs;
  let fullest = 0;
  while (performance.now() < endMs) {
    await delay(SAMPLE_EVERY_MS);
    const text = await fetch(`${url}/metrics`).then(
      (answer) => answer.text(),
      () => "",
    );
    fullest = Math.max(fullest, Number(/^signalbox_memory_share ([\d.]+)$/m.exec(text)?.[1] ?? 0));
  }
  return fullest;
}

async function press(
  installation: Installation,
  numbers: Readonly<Record<string, number>>,
): Promise<Outcome> {
  const replica = await installation.start();
  const { url } = installation;
  const key = installation.key();
  const load = startCheckedLoad({ url, key, requestsPerSecond: numberOf(numbers, "rate") });
  const target = buildTarget({ url: new URL(url), path: "/api/v1/model-select", key, body: LARGE_BODY });
  const end = crowd(target, numberOf(numbers, "bodies"))();
  const fullest = await watchMemory(url, numberOf(numbers, "seconds") * 1_000);
  end();
  await delay(CALM_MS);
  const { sent, answered, failures, wrong } = await load.stop();
  const otherwise = failures.filter(({ word }) => word !== "503");
  const isAlive = replica.isAlive();
  await replica.stop();
  return {
    figures: [
      ["heap", `${HEAP_MB} MB, ${(100 * fullest).toFixed(0)} % used at the fullest moment seen`],
      ["small decisions", `${sent}, ${answered.size} answered, ${failures.length - otherwise.length} x 503`],
      ["answered otherwise", otherwise.map(({ word }) => word).join(", ") || "0"],
    ],
    broken: [
      ...wrong,
      ...brokenOf({
        "the service lives": isAlive,
        "small decisions are answered": answered.size > 0,
        "nothing but 200 and 503 is answered": otherwise.length === 0,
      }),
    ],
  };
}

async function run(numbers: Readonly<Record<string, number>>): Promise<Outcome> {
  const settings = { NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}` };
  const installation = await createInstallation("", settings);
  try {
    return await press(installation, numbers);
  } finally {
    installation.remove();
  }
}

export const memory: Torture = {
  summary: "bodies of 7 MB on a heap without room for many: the process lives, small decisions are answered",
  numbers: { seconds: 20, bodies: 40, rate: 30 },
  skipReason: () => Promise.resolve(false),
  run,
};
