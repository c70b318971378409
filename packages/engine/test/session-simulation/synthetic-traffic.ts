// Synthetic multi-turn traffic from a seed: short chats, talks about a long document, and work on a code base, with easy and
// hard turns mixed and pauses long enough for caches to go cold.
import { mulberry32 } from "../../src/numerics/index.ts";
import type { CandidateInput } from "../../src/index.ts";
import type { Traffic, Turn } from "./simulate.ts";

const EASY = [
  "thanks, that helps",
  "and now in French?",
  "make it shorter please",
  "hello again, where were we?",
  "What is the capital of Australia?",
  "Give me three titles for this.",
  "Fix the typos in the last paragraph.",
];
const MIDDLE = [
  "Summarise the main argument in five bullet points and name its weakest step.",
  "Write a Python function that groups these rows by month and sums the amounts, with a test.",
  "Compare the two proposals and recommend one, with reasons.",
  "Explain how a B-tree keeps its balance when a page splits, with a small example.",
];
const HARD = [
  "Prove that the number of spanning trees of the complete graph on n vertices is n^(n-2), in two different ways.",
  "Find all functions f from the reals to the reals with f(x + f(y)) = f(x) + y for all x and y, and prove there are no others.",
  "This lock-free queue loses an element under contention. Find the race in the memory ordering and prove the fix is correct.",
  "Evaluate the integral of ln(1 + x) / (1 + x^2) from 0 to 1 exactly and justify every step.",
];
const PASTED = "The committee met on Tuesday and weighed the figures of the past quarter against the plan. ";

interface SessionKind {
  readonly share: number;
  /** Sentences that are pasted at the start; about twenty tokens each. */
  readonly pastedMin: number;
  readonly pastedMax: number;
  readonly turnsMax: number;
}

const KINDS: readonly SessionKind[] = [
  { share: 0.5, pastedMin: 0, pastedMax: 40, turnsMax: 10 },
  { share: 0.3, pastedMin: 300, pastedMax: 1_500, turnsMax: 14 },
  { share: 0.2, pastedMin: 1_000, pastedMax: 4_000, turnsMax: 30 },
];
const HARD_SHARES = [0.02, 0.1, 0.4] as const;
const MIDDLE_SHARE = 0.35;
const PAUSE_SHARE = 0.08;
const PAUSE_S = 1_200;

export function createSyntheticTraffic(
  seed: number,
  sessionCount: number,
  candidates: readonly CandidateInput[],
): Traffic {
  const random = mulberry32(seed);
  return { sessions: Array.from({ length: sessionCount }, () => createSession(random)), candidates };
}

function createSession(random: () => number): Turn[] {
  const kind = kindAt(random());
  const hardShare = HARD_SHARES[Math.floor(random() * HARD_SHARES.length)] ?? 0;
  const count = 2 + Math.floor((kind.turnsMax - 1) * random() ** 2);
  const pasted = pasteFor(kind, random);
  return Array.from({ length: count }, (_, i) => ({
    text: `${i === 0 ? pasted : ""}\n${askAt(random(), hardShare, random)}`.trim(),
    idleS: pauseBefore(i, random),
  }));
}

function pasteFor(kind: SessionKind, random: () => number): string {
  return PASTED.repeat(kind.pastedMin + Math.floor(random() * (kind.pastedMax - kind.pastedMin)));
}

/** The text that a session starts from: nothing much, a document, or files of a code base. */
export function pastedText(random: () => number): string {
  return pasteFor(kindAt(random()), random);
}

/** Seconds since the turn before; some pauses outlast every prompt cache. */
export function pauseBefore(turn: number, random: () => number): number {
  if (turn === 0) return 0;
  return random() < PAUSE_SHARE ? PAUSE_S : 10 + 80 * random();
}

function kindAt(draw: number): SessionKind {
  let left = draw;
  for (const kind of KINDS) {
    if (left < kind.share) return kind;
    left -= kind.share;
  }
  return KINDS[0] as SessionKind;
}

function askAt(draw: number, hardShare: number, random: () => number): string {
  const list = draw < hardShare ? HARD : draw < hardShare + MIDDLE_SHARE ? MIDDLE : EASY;
  return list[Math.floor(random() * list.length)] ?? "";
}
