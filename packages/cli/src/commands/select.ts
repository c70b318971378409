// One decision in the terminal: in this process by default, by a running server when one is named.
import { createCatalog, exampleIds } from "@signalbox/catalog";
import { SignalboxError } from "@signalbox/contracts";
import { JSON_OPTION, type Command, type Invocation, namedModels, readInputFile } from "../command.ts";
import { renderExplanation } from "../output/text.ts";
import { decideByServer, decideHere } from "../deciding/decide.ts";

async function readText(invocation: Invocation): Promise<string> {
  const file = invocation.text("file");
  const words = invocation.positionals.join(" ");
  if (file !== undefined && words !== "")
    throw new SignalboxError("bad_request", "Give a text or --file, not both.");
  if (file !== undefined && file !== "-") return readInputFile(invocation, file);
  const text = words === "" || words === "-" ? await invocation.console.readInput() : words;
  if (text.trim() === "")
    throw new SignalboxError("bad_request", "No request given. Pass a text, --file FILE, or standard input.");
  return text;
}

/** A JSON document that looks like a request is taken as one; anything else is one user message. */
function readRequest(text: string): Record<string, unknown> {
  if (!text.trimStart().startsWith("{")) return { messages: text };
  try {
    const parsed = JSON.parse(text) as Record<string, unknown>;
    return "messages" in parsed ? parsed : { messages: text };
  } catch (cause) {
    // Code and prose may begin with a brace too; what names the member of a request does not.
    if (!/"(?:messages|llm_providers)"\s*:/.test(text)) return { messages: text };
    const detail = "This looks like a request but is not valid JSON. Check quotes, commas and braces.";
    throw new SignalboxError("bad_request", detail, { cause });
  }
}

function readNumber(invocation: Invocation, name: string): number | undefined {
  const text = invocation.text(name);
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value))
    throw new SignalboxError("bad_request", `--${name} takes a number.`);
  return value;
}

function candidatesOf(invocation: Invocation): readonly { readonly model: string }[] | undefined {
  const isNamed = invocation.texts("model").length > 0;
  return isNamed ? namedModels(invocation).map((model) => ({ model })) : undefined;
}

function buildBody(invocation: Invocation, text: string): Record<string, unknown> {
  const request = readRequest(text);
  const named = candidatesOf(invocation) ?? request["llm_providers"] ?? request["models"];
  const examples = named === undefined ? exampleIds(createCatalog()) : [];
  if (named === undefined) invocation.console.error(`No --model given: comparing ${examples.join(", ")}.\n`);
  const given = {
    tradeoff: invocation.text("tradeoff"),
    cost_quality_tradeoff: readNumber(invocation, "dial"),
    max_model_depth: readNumber(invocation, "depth"),
    preference_id: invocation.text("preference"),
  };
  const dials = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const candidates = named ?? examples.map((model) => ({ model }));
  return { ...request, ...dials, llm_providers: candidates, models: null, include: ["explanation"] };
}

export const select: Command = {
  name: "select",
  usage: "select [TEXT | --file FILE | -] [--model LIST] [--tradeoff cost|latency]",
  summary: "Pick a model for one request and explain the choice.",
  details: [
    "The text is one user message, or a JSON request with `messages`.",
    "Decides in this process and stores nothing, unless --server names a service.",
  ],
  options: {
    file: {
      type: "string",
      short: "f",
      value: "FILE",
      description: "File with the text or request; - is standard input.",
    },
    model: {
      type: "string",
      short: "m",
      isMultiple: true,
      value: "LIST",
      description: "Candidates, comma-separated or repeated.",
    },
    tradeoff: {
      type: "string",
      short: "t",
      value: "cost|latency",
      description: "Give up a little success for dollars or seconds.",
    },
    dial: { type: "string", value: "0..10", description: "0 = quality only, 10 = cost only." },
    depth: {
      type: "string",
      value: "N",
      description: "Pick among the N candidates with the highest success.",
    },
    preference: { type: "string", value: "ID", description: "Preference of the account; needs --server." },
    server: { type: "string", value: "URL", description: "Service to ask." },
    json: JSON_OPTION,
  },
  takesConfiguration: true,
  examples: [
    'signalbox select "Prove that there are infinitely many primes" -m openai/gpt-6-luna,openai/gpt-6.2-sol -t cost',
    "cat request.json | signalbox select --json",
    "SIGNALBOX_API_KEY=sk_... signalbox select hello --server http://127.0.0.1:8787",
  ],
  run: async (invocation) => {
    const body = buildBody(invocation, await readText(invocation));
    const server = invocation.text("server");
    if (server === undefined && body["preference_id"] !== undefined)
      throw new SignalboxError("bad_request", "A preference lives in a service: add --server URL.");
    const answer = await (server === undefined
      ? decideHere(invocation.config(), body)
      : decideByServer({ server, key: invocation.key(), body }));
    invocation.console.out(
      invocation.isOn("json") ? `${JSON.stringify(answer, null, 2)}\n` : renderExplanation(answer),
    );
    return 0;
  },
};
