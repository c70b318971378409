// The System One protocol: `state` and questions by name in, answers by the same names out.
import {
  invalid,
  isRecord,
  PROTOCOL_LIMITS,
  type FieldError,
  type SystemOneRequest,
  type SystemOneResponse,
} from "@signalbox/contracts";

import type { AnsweredQuestions } from "./answer-questions.ts";
import type { AskedChoice, AskedQuestion, AskedQuestions } from "./plan-questions.ts";
import { WHAT_CAN_BE_ASKED } from "./plan-questions.ts";
import { readState } from "./read-state.ts";

type Question = SystemOneRequest["questions"][string];

const { labelCharsMax, nameCharsMax } = PROTOCOL_LIMITS;

function tooLong(location: string, charsMax: number): FieldError {
  return {
    location,
    message: `The name is longer than ${charsMax} characters.`,
    fix: `Send at most ${charsMax}.`,
  };
}

function faultOf({ type, criteria }: Question, location: string): FieldError | undefined {
  if (type !== "choice")
    return {
      location: `${location}.type`,
      message: `Questions of type \`${type}\` are not answered here.`,
      fix: WHAT_CAN_BE_ASKED,
    };
  if (isRecord(criteria) && Object.keys(criteria).length > 0) return undefined;
  return { location: `${location}.criteria`, message: "It has no labels.", fix: WHAT_CAN_BE_ASKED };
}

function readChoices(criteria: Question["criteria"], location: string): readonly AskedChoice[] {
  return Object.entries(isRecord(criteria) ? criteria : {}).map(([label, description]) => ({
    label,
    description: typeof description === "string" ? description : "",
    location: `${location}.criteria.${label}`,
  }));
}

function readQuestion([name, question]: [string, Question], faults: FieldError[]): AskedQuestion {
  if (name.length > nameCharsMax) faults.push(tooLong("questions", nameCharsMax));
  const location = `questions.${name.slice(0, nameCharsMax)}`;
  const fault = faultOf(question, location);
  if (fault !== undefined) faults.push(fault);
  const choices = fault === undefined ? readChoices(question.criteria, location) : [];
  if (choices.some(({ label }) => label === "" || label.length > labelCharsMax))
    faults.push(tooLong(`${location}.criteria`, labelCharsMax));
  return { location, choices };
}

/** @throws SignalboxError validation_failed */
export function readSystemOneRequest({ state, questions }: SystemOneRequest): AskedQuestions {
  const faults: FieldError[] = [];
  const asked = Object.entries(questions).map((entry) => readQuestion(entry, faults));
  if (faults.length > 0) throw invalid(faults.slice(0, 50));
  return { messages: readState(state), questions: asked };
}

export function writeSystemOneResponse(
  { questions }: SystemOneRequest,
  { answers, model, inputTokens }: AnsweredQuestions,
): SystemOneResponse {
  const names = Object.keys(questions);
  return {
    model,
    answers: Object.fromEntries(
      answers.map(({ choice, confidence, probabilities }, at) => [
        names[at] ?? "",
        {
          type: "choice",
          choice,
          confidence,
          probabilities: Object.fromEntries(
            probabilities.map(({ label, probability }) => [label, probability]),
          ),
        },
      ]),
    ),
    usage: { input_tokens: inputTokens, output_tokens: 0 },
  };
}
