// The tasks that each client is given, and the results that must come of it.
import type { Got, Reply } from "../../../packages/gateway/test/fake-provider.ts";
import type { CallEntry } from "../../../packages/gateway/src/index.ts";
import { AGENT_TASK, END, playModel, TOOL_TASK } from "./play-model.ts";

export interface Outcome {
  readonly output: string;
  readonly code: number | null;
  readonly isLate: boolean;
  readonly entries: readonly CallEntry[];
  readonly got: readonly Got[];
  /** Rules of the strict provider that calls broke. */
  readonly refusals: readonly string[];
  /** More than one model could have been called. */
  readonly hasChoice: boolean;
}

export interface Scenario {
  readonly name: string;
  readonly prompt: string;
  /** @param fullTokens just below the window that the agent knows */
  readonly script?: (got: Got, index: number, fullTokens: number) => Reply;
  readonly isUpstreamGone?: true;
  readonly isServiceGone?: true;
  /** Undefined: all is well; "-": the client does nothing of the kind; else what went wrong. */
  readonly judge: (outcome: Outcome) => string | undefined;
}

const EASY = "Fix the typo 'recieve' in the word list of this message.";
const HARD =
  "Two workers of our job queue sometimes run one job twice under load. Find the race between lease renewal and " +
  "reclaim, prove the fix, and redesign the lease protocol so that it survives a partition of the network.";

const isMain = ({ role }: CallEntry): boolean => role === "main";

function ended({ output, code, isLate }: Outcome): string | undefined {
  if (isLate) return "never ended";
  if (!output.includes(END)) return `no answer (exit ${code})`;
  return undefined;
}

/** The models of main turns from the first call of a tool to its result. */
function loopHeld(outcome: Outcome): string | undefined {
  const models = new Set(outcome.entries.filter(isMain).map(({ label }) => label));
  return models.size > 1 ? `models ${[...models].join(", ")}` : undefined;
}

const CHEAP = /haiku|nano|mini|luna/;
const failFirst =
  (reply: Reply) =>
  (got: Got, index: number): Reply =>
    index === 0 ? reply : playModel(got);

export const SCENARIOS: readonly Scenario[] = [
  {
    name: "easy",
    prompt: EASY,
    judge: (outcome) => {
      const strong = outcome.entries.filter((entry) => isMain(entry) && !CHEAP.test(entry.label));
      return (
        ended(outcome) ?? (outcome.hasChoice && strong.length > 0 ? `went to ${strong[0]?.label}` : undefined)
      );
    },
  },
  {
    name: "hard",
    prompt: HARD,
    judge: (outcome) => {
      const cheap = outcome.entries.filter((entry) => isMain(entry) && CHEAP.test(entry.label));
      return ended(outcome) ?? (cheap.length > 0 ? `went to ${cheap[0]?.label}` : undefined);
    },
  },
  {
    name: "tool loop",
    prompt: TOOL_TASK,
    judge: (outcome) => {
      const hasLoop = outcome.got.some(({ bytes }) =>
        /"tool_result"|function_call_output|"role":"tool"/.test(bytes.toString()),
      );
      return ended(outcome) ?? (hasLoop ? loopHeld(outcome) : "no tool was called");
    },
  },
  {
    name: "title",
    prompt: EASY,
    judge: (outcome) => {
      const title = outcome.entries.find(({ role }) => role === "title");
      if (title === undefined) return ended(outcome) ?? "-";
      return (
        ended(outcome) ??
        (CHEAP.test(title.label) || !outcome.hasChoice ? undefined : `title went to ${title.label}`)
      );
    },
  },
  {
    name: "sub-agent",
    prompt: AGENT_TASK,
    judge: (outcome) => {
      const hasAgent = outcome.got.some(({ bytes }) => bytes.includes("Say that you have listed the files."));
      return ended(outcome) ?? (hasAgent ? undefined : "-");
    },
  },
  {
    name: "compaction",
    prompt: TOOL_TASK,
    // After its first call of a tool the conversation is said to fill the window.
    script: (got, index, inputTokens) => {
      const reply = playModel(got);
      if (index < 2) return { ...reply, inputTokens };
      return "tool" in reply ? { text: `${END}.` } : reply;
    },
    judge: (outcome) => {
      const summary = outcome.entries.find(({ role }) => role === "summary");
      return ended(outcome) ?? (summary === undefined ? "-" : undefined);
    },
  },
  { name: "429 first", prompt: EASY, script: failFirst({ status: 429, error: "slow down" }), judge: ended },
  { name: "cut stream", prompt: EASY, script: failFirst({ cutAfter: 80 }), judge: ended },
  {
    name: "overflow",
    prompt: EASY,
    script: failFirst({ status: 400, error: "prompt is too long: 210000 tokens > 200000 maximum" }),
    judge: ended,
  },
  {
    name: "upstream gone",
    prompt: EASY,
    isUpstreamGone: true,
    judge: ({ isLate }) => (isLate ? "never ended" : undefined),
  },
  {
    name: "service gone",
    prompt: EASY,
    isServiceGone: true,
    judge: (outcome) =>
      ended(outcome) ??
      (outcome.entries.every(({ kind }) => kind === "own_model") ? undefined : "was routed"),
  },
];
