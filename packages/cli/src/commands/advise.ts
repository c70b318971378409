// Which models to offer: from the account's traffic, from a log, or from nothing but a list of models.
import { SignalboxError, type Advice, type AdviceRequest } from "@signalbox/contracts";
import { createSignalboxAdmin } from "@signalbox/sdk/admin";
import { adviseAccount } from "@signalbox/server";

import { JSON_OPTION, type Command, type Invocation } from "../command.ts";
import { renderAdvice } from "../output/advice.ts";
import { adviseHere } from "../deciding/advise-here.ts";
import { byServer, requireKey } from "../deciding/decide.ts";
import { readInputFile, readNumber, readWhole } from "./arguments.ts";
import { ACCOUNT_OPTION, withAccount } from "./with-service.ts";

const listOf = (texts: readonly string[]): string[] =>
  texts
    .flatMap((text) => text.split(","))
    .map((each) => each.trim())
    .filter((each) => each !== "");

/** "openai/gpt-5=1.25/10" */
function readPrice(text: string): NonNullable<AdviceRequest["prices"]>[number] {
  const [, model = "", input = "", output = ""] = /^(.+)=([\d.]+)\/([\d.]+)$/.exec(text.trim()) ?? [];
  const prices = [Number(input), Number(output)] as const;
  if (model === "" || prices.some((price) => !Number.isFinite(price)))
    throw new SignalboxError(
      "bad_request",
      `--price takes MODEL=IN/OUT in dollars per million tokens, such as openai/gpt-5=1.25/10, not "${text}".`,
    );
  return { model, input_price: prices[0], output_price: prices[1] };
}

const listed = <K extends string, T>(name: K, items: readonly T[]): { [key in K]?: T[] } =>
  (items.length === 0 ? {} : { [name]: [...items] }) as { [key in K]?: T[] };

function readTradeoff(invocation: Invocation): Pick<AdviceRequest, "tradeoff" | "cost_quality_tradeoff"> {
  const tradeoff = invocation.text("tradeoff");
  if (tradeoff !== undefined && tradeoff !== "cost" && tradeoff !== "latency")
    throw new SignalboxError("bad_request", "--tradeoff is cost or latency.");
  const dial = readNumber(invocation, "dial", { minimum: 0, maximum: 10 });
  return {
    ...(tradeoff === undefined ? {} : { tradeoff }),
    ...(dial === undefined ? {} : { cost_quality_tradeoff: dial }),
  };
}

function readBody(invocation: Invocation): AdviceRequest {
  const requestsMax = readWhole(invocation, "max", { minimum: 10, maximum: 1000 });
  const seed = readWhole(invocation, "seed", { minimum: 0, maximum: 2_147_483_647 });
  const preference = invocation.text("preference");
  return {
    ...readTradeoff(invocation),
    ...listed("models", listOf(invocation.positionals)),
    ...listed("with", listOf(invocation.texts("with"))),
    ...listed("without", listOf(invocation.texts("without"))),
    ...listed("prices", invocation.texts("price").map(readPrice)),
    ...(preference === undefined ? {} : { preference_id: preference }),
    ...(requestsMax === undefined ? {} : { requests_max: requestsMax }),
    ...(seed === undefined ? {} : { seed }),
  };
}

async function readLog(invocation: Invocation): Promise<string | undefined> {
  const file = invocation.text("log");
  return file === undefined ? undefined : readInputFile(invocation, file);
}

function askServer(invocation: Invocation, server: string, body: AdviceRequest): Promise<Advice> {
  const apiKey = requireKey(invocation.key());
  return byServer(() => createSignalboxAdmin({ baseUrl: server, apiKey }).advice(body));
}

async function answer(invocation: Invocation): Promise<Advice> {
  const [body, server] = [readBody(invocation), invocation.text("server")];
  const log = await readLog(invocation);
  if (server !== undefined && log !== undefined)
    throw new SignalboxError(
      "bad_request",
      "A log is read in this process: give --log or --server, not both.",
    );
  if (server !== undefined) return askServer(invocation, server, body);
  if (log === undefined && body.models === undefined)
    return withAccount(invocation, (context, caller) => adviseAccount(context, caller, body));
  if (body.preference_id !== undefined)
    throw new SignalboxError("bad_request", "A preference lives in a service: add --server URL.");
  return adviseHere(invocation.config(), { body, log });
}

export const adviseCommand: Command = {
  name: "advise",
  usage:
    "advise [MODEL ... | --log FILE] [--with LIST] [--without LIST] [--price MODEL=IN/OUT] [--server URL]",
  summary: "Say which models to offer: which carry the traffic, which are needless, which are missing.",
  details: [
    "Without models and log: from decisions of the account, over all that are kept, in the local database or at --server.",
    "With models alone: in this process, on typical requests of every kind. With --log FILE: on the requests of a file, one JSON document a line.",
    "--with, --without and --price ask what a change would do. Nothing is switched on, and no text is kept or sent.",
  ],
  options: {
    log: { type: "string", value: "FILE", description: "Requests as lines of JSON; - is standard input." },
    with: { type: "string", isMultiple: true, value: "LIST", description: "What if these were offered too?" },
    without: {
      type: "string",
      isMultiple: true,
      value: "LIST",
      description: "What if these were not offered?",
    },
    price: {
      type: "string",
      isMultiple: true,
      value: "MODEL=IN/OUT",
      description: "What if it cost that, in dollars per million tokens?",
    },
    tradeoff: {
      type: "string",
      short: "t",
      value: "cost|latency",
      description: "Judge under this objective.",
    },
    dial: { type: "string", value: "0..10", description: "Judge under this dial: 0 = quality, 10 = cost." },
    preference: { type: "string", value: "ID", description: "Judge under this preference of the account." },
    max: { type: "string", value: "N", description: "Newest requests to decide again, 10 to 1000." },
    seed: { type: "string", value: "N", description: "Of the draws behind the intervals. Default: 1." },
    server: { type: "string", value: "URL", description: "Ask a running service." },
    account: ACCOUNT_OPTION,
    json: JSON_OPTION,
  },
  takesConfiguration: true,
  examples: [
    "signalbox advise gpt-5 claude-sonnet-4.5 gemini-2.5-flash",
    "signalbox advise --log requests.jsonl --tradeoff cost",
    "signalbox advise --without openai/gpt-4o --price openai/gpt-5=1/8",
  ],
  run: async (invocation) => {
    const advice = await answer(invocation);
    invocation.console.out(
      invocation.isOn("json") ? `${JSON.stringify(advice, null, 2)}\n` : renderAdvice(advice),
    );
    return 0;
  },
};
