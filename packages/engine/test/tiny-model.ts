// A complete routing model in one page, for tests of the decision alone: one latent ability, difficulty read from the words.
// It follows the same equation as the shipped one: P(ok) = sigma(theta * loading - difficulty).
import type { RoutingModel } from "../src/index.ts";
import type {
  Ability,
  AbilityInput,
  OutputTokenEstimate,
  PromptEncoding,
  Conversation,
  PromptWords,
} from "../src/internals.ts";

const HARD_WORDS = /\b(?:prove|olympiad|theorem|integral|lemma|asymptotic|concurrency|refactor|deadlock)\b/gi;
const EASY_WORDS = /\b(?:hi|hello|thanks|thank|translate|capital|hey)\b/gi;

function difficultyOf({ text, context }: Conversation["prompt"]): number {
  const whole = `${context} ${text}`;
  const hard = whole.match(HARD_WORDS)?.length ?? 0;
  const easy = text.match(EASY_WORDS)?.length ?? 0;
  return Math.min(4, hard) - Math.min(2, easy);
}

function encodeFeatures(features: Float32Array, { language, demanded }: PromptWords): PromptEncoding {
  const [difficulty = 0, tools = 0, , code = 0] = features;
  return {
    features,
    loadings: Float32Array.of(1, difficulty + tools),
    familiarity: 0.5,
    field: code === 1 ? "code" : "general",
    difficulty: 1 / (1 + Math.exp(-difficulty)),
    language,
    demanded,
  };
}

function encode({ prompt: input }: Conversation): PromptEncoding {
  const code = /\b(?:function|code|refactor|deadlock)\b/i.test(input.text) ? 1 : 0;
  const tools = input.toolCount > 0 ? 0.2 : 0;
  const features = Float32Array.of(difficultyOf(input), tools, input.turnCount, code);
  return encodeFeatures(features, { language: "en", demanded: input.demanded });
}

/** Ability on a logit scale: stated quality, else the mean of the scores, else size, else price. */
function thetaOf({ quality, scores, paramsB, blendedUsdPerMTok }: AbilityInput): number {
  const values = Object.values(scores);
  if (quality !== undefined) return 8 * quality - 2;
  if (values.length > 0) return (8 * values.reduce((sum, score) => sum + score, 0)) / values.length - 2;
  if (paramsB !== undefined) return Math.log10(paramsB);
  return blendedUsdPerMTok === undefined ? 1 : Math.log10(1 + blendedUsdPerMTok) + 1;
}

function abilityOf(input: AbilityInput): Ability {
  const hasScores = input.quality !== undefined || Object.keys(input.scores).length > 0;
  return {
    theta: Float32Array.of(thetaOf(input)),
    thetaSd: Float32Array.of(hasScores ? 0.2 : 1),
    localRow: -1,
    origin: hasScores ? "scores" : "prior",
    evidenceCount: hasScores ? 100 : 0,
  };
}

function estimateOutputTokens(encoding: PromptEncoding, { isReasoning }: AbilityInput): OutputTokenEstimate {
  const visibleMean = encoding.demanded?.mean ?? 200 + 200 * encoding.difficulty;
  const hiddenMean = isReasoning === true ? 2_000 * encoding.difficulty : 0;
  const mean = visibleMean + hiddenMean;
  return { visibleMean, hiddenMean, low: mean / 3, high: mean * 2 };
}

export function createTinyModel(): RoutingModel {
  return {
    version: "tiny-1",
    featureCount: 4,
    encode,
    encodeFeatures,
    abilityOf,
    estimateSuccess: (encoding, abilities) =>
      abilities.map(({ theta, thetaSd }) => {
        const success = 1 / (1 + Math.exp((encoding.loadings[1] ?? 0) - (theta[0] ?? 0)));
        return { success, spread: success * (1 - success) * (thetaSd[0] ?? 1) };
      }),
    estimateOutputTokens,
  };
}
