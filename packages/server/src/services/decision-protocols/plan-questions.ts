// Plans what each question asks for: one of several models, or one of a ladder of tiers. Anything else is a fault that says what
// can be asked.
import type { TurnsWire, FieldError, ModelCatalog } from "@signalbox/contracts";
import { PROTOCOL_LIMITS } from "@signalbox/contracts";
import { classesOf } from "./tier-ladders.ts";

// A question as both protocols put it, once their words are set aside.
export interface AskedChoice {
  readonly label: string;
  readonly description: string;
  readonly location: string;
}

export interface AskedQuestion {
  readonly location: string;
  readonly choices: readonly AskedChoice[];
}

export interface AskedQuestions {
  readonly messages: TurnsWire;
  readonly questions: readonly AskedQuestion[];
}

export interface AnsweredQuestion {
  readonly choice: string;
  /** Probability of every label, in the order in which they were asked. */
  readonly probabilities: readonly { readonly label: string; readonly probability: number }[];
  /** 0 where all labels are equally likely, 1 where one is certain. */
  readonly confidence: number;
}

/** @source The protocols' own examples: .99 of two labels is a confidence of .98. */
export function confidenceOf(probabilities: readonly number[]): number {
  const even = 1 / probabilities.length;
  return probabilities.length === 1 ? 1 : Math.max(0, (Math.max(...probabilities) - even) / (1 - even));
}

export interface Candidate {
  readonly name: string;
  readonly provider: string | null;
  readonly model: string;
}

export type PlannedQuestion =
  | {
      readonly kind: "models";
      readonly question: AskedQuestion;
      readonly candidates: readonly Candidate[];
      /** The same for the same models in another order: they are one decision. */
      readonly set: string;
    }
  | {
      readonly kind: "tiers";
      readonly question: AskedQuestion;
      readonly classes: NonNullable<ReturnType<typeof classesOf>>;
    };

interface QuestionPlan {
  readonly planned: readonly PlannedQuestion[];
  readonly faults: readonly FieldError[];
}

export const WHAT_CAN_BE_ASKED =
  "Ask a `choice` whose labels are all models of the catalogue, such as openai/gpt-4o, or all tiers of one ladder, such as SIMPLE, MEDIUM, COMPLEX, REASONING.";

const FAULTS_MAX = 50;

/** The description where it is a model's name as a whole, else its first word where that is `vendor/model`. */
function namesIn(description: string): readonly string[] {
  const whole = description.trim();
  const [first = ""] = whole.split(/\s/, 1);
  const word = first.replace(/[.,:;]$/, "");
  return word.includes("/") ? [whole, word] : [whole];
}

/** `vendor/model` in its two parts where they mean the same, so that rules which name either of them hold. */
function splitName(model: string, id: string, catalog: ModelCatalog): Omit<Candidate, "name"> {
  const slash = model.indexOf("/");
  const parts = { provider: model.slice(0, Math.max(0, slash)), model: model.slice(slash + 1) };
  const isSame = parts.provider !== "" && parts.model !== "" && catalog.resolve(parts)?.id === id;
  return isSame ? parts : { provider: null, model };
}

function candidateOf({ label, description }: AskedChoice, catalog: ModelCatalog): Candidate | undefined {
  for (const name of [label, ...namesIn(description)]) {
    if (name === "" || name.length > PROTOCOL_LIMITS.labelCharsMax) continue;
    const facts = catalog.resolve({ model: name });
    if (facts !== undefined) return { name: label, ...splitName(name, facts.id, catalog) };
  }
  return undefined;
}

function unknownLabel({ location }: AskedChoice): FieldError {
  return {
    location,
    message:
      "The label is not a model that the catalogue knows, its description names none, and with the others it is no ladder of tiers.",
    fix: WHAT_CAN_BE_ASKED,
  };
}

const keyOfSet = (candidates: readonly Candidate[]): string =>
  candidates
    .map((each) => JSON.stringify(each))
    .toSorted()
    .join();

function planQuestion(question: AskedQuestion, catalog: ModelCatalog): PlannedQuestion | FieldError[] {
  const found = question.choices.map((choice) => candidateOf(choice, catalog));
  const candidates = found.filter((candidate) => candidate !== undefined);
  if (candidates.length === found.length)
    return { kind: "models", question, candidates, set: keyOfSet(candidates) };
  const classes = classesOf(question.choices.map(({ label }) => label));
  if (classes !== undefined) return { kind: "tiers", question, classes };
  return question.choices.filter((_, at) => found[at] === undefined).map(unknownLabel);
}

function setFaults(planned: readonly PlannedQuestion[]): readonly FieldError[] {
  const sets = new Set(planned.flatMap((each) => (each.kind === "models" ? [each.set] : [])));
  const { candidateSetsMax } = PROTOCOL_LIMITS;
  if (sets.size <= candidateSetsMax) return [];
  const message = `The questions are about ${sets.size} different sets of models.`;
  return [{ location: "questions", message, fix: `Ask about at most ${candidateSetsMax} in one call.` }];
}

export function planQuestions(questions: readonly AskedQuestion[], catalog: ModelCatalog): QuestionPlan {
  const planned: PlannedQuestion[] = [];
  const faults: FieldError[] = [];
  for (const question of questions) {
    const plan = planQuestion(question, catalog);
    if (Array.isArray(plan)) faults.push(...plan);
    else planned.push(plan);
  }
  return { planned, faults: [...faults, ...setFaults(planned)].slice(0, FAULTS_MAX) };
}
