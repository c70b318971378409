// A complete routing model in one page, for tests of the decision alone: one skill, difficulty read from the words.
// It follows the same equation as the shipped one: P(ok) = sigma(ability - need).
import type { RoutingModel } from "../src/index.ts";
import { readConversation } from "../src/internals.ts";
import type {
  Ability,
  AbilityInput,
  Conversation,
  PromptEncoding,
  PromptWords,
  TaskReading,
} from "../src/internals.ts";

const HARD_WORDS = /\b(?:prove|olympiad|theorem|integral|lemma|asymptotic|concurrency|refactor|deadlock)\b/gi;
const EASY_WORDS = /\b(?:hi|hello|thanks|thank|translate|capital|hey)\b/gi;
const SKILLS = Float64Array.of(1);

function difficultyOf(text: string): number {
  const hard = text.match(HARD_WORDS)?.length ?? 0;
  const easy = text.match(EASY_WORDS)?.length ?? 0;
  return Math.min(4, hard) - Math.min(2, easy);
}

/** A mean over the range of 200 tokens for what is trivial, and of 400 for the hardest. */
function taskOf(difficulty: number): TaskReading {
  const mean = 200 + 200 * difficulty;
  return {
    operation: "answer",
    operationChance: 1,
    field: "everyday",
    fieldChance: 1,
    tiers: [1, 0, 0, 0, 0],
    tokens: { low: mean / 3, median: mean / 1.28, high: 2 * mean },
  };
}

function encodeFeatures(features: Float32Array, words: PromptWords): PromptEncoding {
  const [ease = 0, , , code = 0] = features;
  const difficulty = 1 / (1 + Math.exp(-ease));
  return { ...words, features, familiarity: 0.5, field: code === 1 ? "code" : "general", difficulty };
}

function encode({ prompt }: Conversation): PromptEncoding {
  const code = /\b(?:function|code|refactor|deadlock)\b/i.test(prompt.text) ? 1 : 0;
  const tools = prompt.toolCount > 0 ? 0.2 : 0;
  const hardness = difficultyOf(prompt.text);
  const features = Float32Array.of(hardness, tools, prompt.turnCount, code);
  const task = taskOf(1 / (1 + Math.exp(-hardness)));
  return encodeFeatures(features, { language: "en", demanded: prompt.demanded, task });
}

/** Ability on a logit scale: stated quality, else the mean of the stated scores. */
function abilityOf({ quality, stated }: AbilityInput): Ability {
  const values = Object.values(stated);
  const scores = quality === undefined ? values : [quality];
  const mean =
    scores.length === 0 ? 1 : (8 * scores.reduce((sum, score) => sum + score, 0)) / scores.length - 2;
  const sd = scores.length === 0 ? 1 : 0.2;
  return {
    placed: {
      belief: { mean: Float64Array.of(mean), covariance: Float64Array.of(sd * sd) },
      ground: { boards: 0, outcomes: 0, stated: scores.length, isModeGuessed: false },
    },
    origin: scores.length === 0 ? "prior" : "scores",
    evidenceCount: scores.length,
  };
}

export function createTinyModel(): RoutingModel {
  return {
    version: "tiny-1",
    featureCount: 4,
    converse: (messages, tools) => readConversation(messages, tools),
    encode,
    encodeFeatures,
    abilityOf,
    abilities: {
      skills: ["all"],
      newWorkSd: 0,
      weightsOf: () => SKILLS,
      place: (request) => abilityOf(request).placed,
    },
    estimateSuccess: ({ features }, abilities) =>
      abilities.map(({ placed: { belief } }) => {
        const need = (features[0] ?? 0) + (features[1] ?? 0);
        const success = 1 / (1 + Math.exp(need - (belief.mean[0] ?? 0)));
        return { success, spread: success * (1 - success) * Math.sqrt(belief.covariance[0] ?? 1) };
      }),
  };
}
