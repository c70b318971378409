// A question as both protocols put it, once their words are set aside.
import type { TurnsWire } from "@signalbox/contracts";

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
  /** Of every label, in the order in which they were asked. */
  readonly probabilities: readonly { readonly label: string; readonly probability: number }[];
  /** 0 where all labels are equally likely, 1 where one is certain. */
  readonly confidence: number;
}

/** @source The protocols' own examples: .99 of two labels is a confidence of .98. */
export function confidenceOf(probabilities: readonly number[]): number {
  const even = 1 / probabilities.length;
  return probabilities.length === 1 ? 1 : Math.max(0, (Math.max(...probabilities) - even) / (1 - even));
}
