// The Decisions protocol: `input` and a list of questions in, a list of answers out.
import {
  invalid,
  type DecisionsRequest,
  type DecisionsResponse,
  type FieldError,
  type MessageWire,
} from "@signalbox/contracts";

import type { AnsweredQuestions } from "./answer-questions.ts";
import type { AskedChoice, AskedQuestion, AskedQuestions } from "./plan-questions.ts";
import { WHAT_CAN_BE_ASKED } from "./plan-questions.ts";

type Question = DecisionsRequest["questions"][number];
type InputMessage = Exclude<DecisionsRequest["input"], string>[number];
type InputPart = Exclude<InputMessage["content"], string>[number];

const readPart = ({ type, text }: InputPart) =>
  type === "input_image" ? { type: "image_url" } : { type: "text", text: text ?? "" };

function readMessage({ role, content }: InputMessage): MessageWire {
  return {
    role: role ?? "user",
    content: typeof content === "string" ? content : content.map(readPart),
  };
}

function readChoice(
  { value, description }: NonNullable<Question["choices"]>[number],
  location: string,
): AskedChoice | FieldError {
  if (typeof value === "string") return { label: value, description: description ?? "", location };
  return { location, message: "A truth value is neither a model nor a tier.", fix: WHAT_CAN_BE_ASKED };
}

function readQuestion({ type, choices }: Question, at: number, faults: FieldError[]): AskedQuestion {
  const location = `questions[${at}]`;
  if (type !== "choice")
    faults.push({
      location: `${location}.type`,
      message: `Questions of type \`${type}\` are not answered here.`,
      fix: WHAT_CAN_BE_ASKED,
    });
  else if (choices === undefined)
    faults.push({ location, message: "It lacks choices.", fix: WHAT_CAN_BE_ASKED });
  const read = (type === "choice" ? (choices ?? []) : []).map((choice, index) =>
    readChoice(choice, `${location}.choices[${index}].value`),
  );
  const seen = new Set<string>();
  const kept: AskedChoice[] = [];
  for (const each of read)
    if (!("label" in each)) faults.push(each);
    else if (seen.has(each.label))
      faults.push({ location: each.location, message: "The value is there twice.", fix: "Drop one." });
    else {
      seen.add(each.label);
      kept.push(each);
    }
  return { location, choices: kept };
}

/** @throws SignalboxError validation_failed */
export function readDecisionsRequest({ input, questions }: DecisionsRequest): AskedQuestions {
  const faults: FieldError[] = [];
  const asked = questions.map((question, at) => readQuestion(question, at, faults));
  if (faults.length > 0) throw invalid(faults.slice(0, 50));
  return { messages: typeof input === "string" ? input : input.map(readMessage), questions: asked };
}

export function writeDecisionsResponse(
  { questions }: DecisionsRequest,
  { answers, model, inputTokens }: AnsweredQuestions,
): DecisionsResponse {
  return {
    model,
    answers: answers.map(({ choice, probabilities, confidence }, at) => ({
      type: "choice",
      name: questions[at]?.name ?? null,
      choice,
      probabilities: probabilities.map(({ label: value, probability }) => ({ value, probability })),
      confidence,
    })),
    usage: {
      input_tokens: inputTokens,
      input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
      output_tokens: 0,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: inputTokens,
    },
  };
}
