// The text that a person types about the roster, and the request that it makes.
import type { AdviceRequest } from "@signalbox/sdk";

export type Judged = "asked" | "cost" | "latency";

/** Lists of models are separated by commas. */
export interface RosterForm {
  readonly models: string;
  readonly judged: Judged;
  readonly with: string;
  readonly without: string;
  /** "openai/gpt-5=1.25/10" */
  readonly prices: string;
}

export const EMPTY_FORM: RosterForm = { models: "", judged: "asked", with: "", without: "", prices: "" };

const listOf = (text: string): string[] =>
  text
    .split(",")
    .map((each) => each.trim())
    .filter((each) => each !== "");

type Price = NonNullable<AdviceRequest["prices"]>[number];

function priceOf(text: string): Price | undefined {
  const [, model = "", input, output] = /^([^=]+)=([\d.]+)\/([\d.]+)$/.exec(text) ?? [];
  const [input_price, output_price] = [Number(input), Number(output)];
  const isRead = Number.isFinite(input_price) && Number.isFinite(output_price);
  return isRead ? { model: model.trim(), input_price, output_price } : undefined;
}

/** Undefined where all prices can be read. */
export function priceFault({ prices }: Pick<RosterForm, "prices">): string | undefined {
  const wrong = listOf(prices).find((text) => priceOf(text) === undefined);
  return wrong === undefined
    ? undefined
    : `Write "${wrong}" as model=input/output, e.g. openai/gpt-5=1.25/10.`;
}

const member = <K extends string, T>(name: K, items: readonly T[]) =>
  (items.length === 0 ? {} : { [name]: items }) as { [key in K]?: T[] };

export function requestOf(form: RosterForm): AdviceRequest {
  return {
    ...member("models", listOf(form.models)),
    ...member("with", listOf(form.with)),
    ...member("without", listOf(form.without)),
    ...member(
      "prices",
      listOf(form.prices).flatMap((text) => priceOf(text) ?? []),
    ),
    ...(form.judged === "asked" ? {} : { tradeoff: form.judged }),
  };
}
