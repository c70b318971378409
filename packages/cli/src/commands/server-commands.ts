// Commands that ask a running service, on this machine or another, with the key of the environment.

import { SignalboxError, type PreferencePolicy } from "@signalbox/contracts";
import { createSignalboxAdmin, type SignalboxAdmin } from "@signalbox/sdk/admin";
import { JSON_OPTION, type Command, type Invocation, type OptionSpec, readInputFile } from "../command.ts";
import { requireKey, byServer } from "../deciding/decide.ts";
import { alignColumns } from "../output/text.ts";

const SERVER = "http://127.0.0.1:8787";
const SERVER_OPTION: OptionSpec = {
  type: "string",
  value: "URL",
  description: `The service to ask. Default: SIGNALBOX_URL, else ${SERVER}.`,
};

interface Listed {
  readonly data: readonly Readonly<Record<string, unknown>>[];
}
const isListed = (answer: unknown): answer is Listed =>
  typeof answer === "object" && answer !== null && "data" in answer && Array.isArray(answer.data);

interface ServerCommand {
  readonly name: string;
  /** Behind the name. */
  readonly takes: string;
  readonly summary: string;
  readonly options?: Readonly<Record<string, OptionSpec>>;
  readonly example: string;
  /** Further paragraphs of its help. */
  readonly details?: readonly string[];
  readonly ask: (admin: SignalboxAdmin, invocation: Invocation) => Promise<unknown>;
  /** Lines for people where the answer is a list; all else is shown as JSON. */
  readonly rows?: (answer: Listed) => readonly (readonly string[])[];
}

function clientOf(invocation: Invocation): SignalboxAdmin {
  const apiKey = requireKey(invocation.key());
  const baseUrl = invocation.text("server") ?? invocation.serverUrl() ?? SERVER;
  return createSignalboxAdmin({ baseUrl, apiKey });
}

function command({
  name,
  takes,
  summary,
  options = {},
  example,
  details = [],
  ask,
  rows,
}: ServerCommand): Command {
  return {
    name,
    usage: `${name}${takes} [--server URL] [--json]`,
    summary,
    details: ["Asks a running service with the key in SIGNALBOX_API_KEY.", ...details],
    options: { ...options, server: SERVER_OPTION, json: JSON_OPTION },
    takesConfiguration: false,
    examples: [example],
    run: async (invocation) => {
      const answer = await byServer(() => ask(clientOf(invocation), invocation));
      const isText = rows !== undefined && isListed(answer) && !invocation.isOn("json");
      invocation.console.out(
        isText ? alignColumns(rows(answer)) : `${JSON.stringify(answer ?? {}, null, 2)}\n`,
      );
      return 0;
    },
  };
}

function needed(invocation: Invocation, what: string): string {
  const [value] = invocation.positionals;
  if (value === undefined) throw new SignalboxError("bad_request", `Which one? Give ${what}.`);
  return value;
}

async function readPolicy(invocation: Invocation): Promise<PreferencePolicy> {
  const file = invocation.text("file");
  if (file === undefined)
    throw new SignalboxError("bad_request", "Give the policy with --file FILE; - is standard input.");
  const text = await readInputFile(invocation, file);
  try {
    return JSON.parse(text) as PreferencePolicy;
  } catch (cause) {
    throw new SignalboxError("bad_request", `${file} is not valid JSON. Check quotes, commas and braces.`, {
      cause,
    });
  }
}

const POLICY_OPTIONS: Readonly<Record<string, OptionSpec>> = {
  file: {
    type: "string",
    short: "f",
    value: "FILE",
    description: "The policy as JSON; - is standard input.",
  },
  name: { type: "string", value: "NAME", description: "Name of the preference." },
};

const cell = (value: unknown): string =>
  typeof value === "string" || typeof value === "number"
    ? String(value)
    : value === null
      ? "-"
      : JSON.stringify(value);
const columns =
  (...names: readonly string[]) =>
  ({ data }: Listed): readonly (readonly string[])[] => [
    names.map((name) => name.toUpperCase()),
    ...data.map((row) => names.map((name) => cell(row[name]))),
  ];

export const SERVER_COMMANDS: readonly Command[] = [
  command({
    name: "preferences show",
    takes: " [ID]",
    summary: "Show a preference with its policy; without ID, list those of the account.",
    example: "signalbox preferences show 4b3c2f0e-8d1a-4c56-9f57-0e6a5d1f7c11",
    ask: (admin, { positionals: [id] }) =>
      id === undefined ? admin.preferences.list({ limit: 200 }) : admin.preferences.get(id),
    rows: columns("id", "version", "name"),
  }),
  command({
    name: "preferences save",
    takes: " [ID] --file FILE [--name NAME]",
    summary:
      "Create a preference from a policy in a file, or write the next version of the one with that ID.",
    options: POLICY_OPTIONS,
    example: "signalbox preferences save --name house --file policy.json",
    details: [
      'A policy: { "objective": { "kind": "cost" }, "max_loss_points": 2, "deny": [{ "provider": "deepseek" }], "price_ceiling_usd": 0.05 }',
      "All members are optional; see docs/preferences.md.",
    ],
    ask: async (admin, invocation) => {
      const [id] = invocation.positionals;
      const name = invocation.text("name");
      const input = { policy: await readPolicy(invocation), ...(name === undefined ? {} : { name }) };
      return id === undefined ? admin.preferences.create(input) : admin.preferences.update(id, input);
    },
  }),
  command({
    name: "preferences delete",
    takes: " ID",
    summary: "Delete a preference.",
    example: "signalbox preferences delete 4b3c2f0e-8d1a-4c56-9f57-0e6a5d1f7c11",
    ask: (admin, invocation) => admin.preferences.remove(needed(invocation, "the id of a preference")),
  }),
  command({
    name: "decisions show",
    takes: " [SESSION] [--limit N]",
    summary: "Show one decision with its explanation; without SESSION, list the newest.",
    options: { limit: { type: "string", value: "N", description: "How many, at most 200. Default 20." } },
    example: "signalbox decisions show 0190b2f0-7c1d-7d7e-8e52-3a7f6d0c1b2a",
    ask: (admin, invocation) => {
      const [session] = invocation.positionals;
      return session === undefined
        ? admin.decisions.list({ limit: Number(invocation.text("limit") ?? 20) })
        : admin.decisions.get(session);
    },
    rows: columns("session_id", "created_at", "label", "success", "usd"),
  }),
  command({
    name: "feedback",
    takes: " SESSION VALUE",
    summary: "Report how good an answer was: up, down, or a number from 0 to 1.",
    example: "signalbox feedback 0190b2f0-7c1d-7d7e-8e52-3a7f6d0c1b2a up",
    ask: (admin, invocation) => {
      const [session, value = ""] = [needed(invocation, "the id of a session"), invocation.positionals[1]];
      const isThumb = value === "up" || value === "down";
      if (!isThumb && !(value.trim() !== "" && Number(value) >= 0 && Number(value) <= 1))
        throw new SignalboxError("bad_request", "The value is up, down, or a number from 0 to 1.");
      return admin.feedback({ session_id: session, value: isThumb ? value : Number(value) });
    },
  }),
];
