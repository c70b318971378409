import { readFileSync } from "node:fs";
import { SignalboxError, type CreateReplay, type Replay } from "@signalbox/contracts";
import { createReplay, getReplay } from "@signalbox/server";
import { JSON_OPTION, type Command, type Invocation } from "../command.ts";
import { alignColumns, dollars, percent } from "../output/text.ts";
import { untilEnded, ACCOUNT_OPTION, withAccount } from "./with-service.ts";

type Result = NonNullable<Replay["result"]>;

/** The service checks the policy. @throws SignalboxError bad_request for a file that holds no JSON */
function readPolicyFile(path: string): NonNullable<CreateReplay["a"]["policy"]> {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as NonNullable<CreateReplay["a"]["policy"]>;
  } catch (cause) {
    throw new SignalboxError("bad_request", `${path} holds no policy as JSON.`, { cause });
  }
}

function readSide(invocation: Invocation, name: "a" | "b"): CreateReplay["a"] {
  const text = invocation.text(name);
  if (text === undefined)
    throw new SignalboxError(
      "bad_request",
      `--${name} is missing: a preference by id or name, PREF@VERSION, a file of a policy, a custom router, or default.`,
    );
  if (text === "default") return {};
  if (text.endsWith(".json")) return { policy: readPolicyFile(text) };
  const [, id = "", version] = /^(.+?)(?:@(\d+))?$/.exec(text) ?? [];
  return { preference_id: id, ...(version === undefined ? {} : { version: Number(version) }) };
}

function readMax(invocation: Invocation): number | undefined {
  const text = invocation.text("max");
  const max = Number(text);
  if (text !== undefined && !(Number.isInteger(max) && max >= 1 && max <= 100_000))
    throw new SignalboxError("bad_request", "--max takes a whole number from 1 to 100000.");
  return text === undefined ? undefined : max;
}

function readInput(invocation: Invocation): CreateReplay {
  const given = {
    from: invocation.text("from"),
    to: invocation.text("to"),
    decisions_max: readMax(invocation),
  };
  return {
    a: readSide(invocation, "a"),
    b: readSide(invocation, "b"),
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  };
}

function interval({ mean, low, high }: Result["difference"]): string {
  return mean === null ? "unknown" : `${percent(mean)} (${percent(low)} to ${percent(high)})`;
}

function renderResult(result: Result): string {
  const { a, b, decisions, changed, difference, notes } = result;
  const row = (name: string, side: Result["a"]): string[] => [
    name,
    dollars(side.usd),
    percent(side.success_predicted),
    interval(side.success_estimated),
    side.seconds_mean === null ? "unknown" : side.seconds_mean.toFixed(2),
  ];
  const heads = ["POLICY", "USD", "PREDICTED", "FROM REPORTS (95 %)", "SECONDS"];
  return [
    `${decisions} decisions; the policies differ in ${changed}.\n\n`,
    alignColumns([heads, row("a", a), row("b", b)], { right: [1, 2] }),
    `\nDifference of success from reports, b less a: ${interval(difference)}\n`,
    `\n${notes.map((note) => `- ${note}\n`).join("")}`,
  ].join("");
}

export const replay: Command = {
  name: "replay",
  usage: "replay --a PREF[@VERSION] --b PREF[@VERSION] [--from DATE] [--to DATE] [--max N]",
  summary: "Compare two policies on the decisions of the journal.",
  details: [
    "A side is a preference by id or name (@VERSION picks one version), a policy file ending in .json, a custom router by id, or `default`.",
    "Changes nothing. Also estimates success from feedback, where decisions have it.",
  ],
  options: {
    a: { type: "string", value: "PREF[@V]", description: "The policy to compare with." },
    b: { type: "string", value: "PREF[@V]", description: "The policy to try." },
    from: { type: "string", value: "DATE", description: "Start, ISO 8601." },
    to: { type: "string", value: "DATE", description: "End, exclusive." },
    max: { type: "string", value: "N", description: "Newest decisions to replay. Default: 2000." },
    account: ACCOUNT_OPTION,
    json: JSON_OPTION,
  },
  takesConfiguration: true,
  examples: ["signalbox replay --a default --b 4b3c2f0e-8d1a-4c56-9f57-0e6a5d1f7c11@3"],
  run: async (invocation) => {
    const input = readInput(invocation);
    const ended = await withAccount(invocation, async (context, caller) => {
      const { id } = await createReplay(context, caller, input);
      return untilEnded(invocation.console, {
        read: () => getReplay(context, caller, id),
        hasEnded: ({ status }) => status === "done" || status === "failed",
        progressOf: ({ status, progress }) => ({ share: status === "done" ? 1 : progress, stage: status }),
      });
    });
    const { result } = ended;
    if (invocation.isOn("json")) invocation.console.out(`${JSON.stringify(ended, null, 2)}\n`);
    else if (result !== null) invocation.console.out(renderResult(result));
    if (result === null) invocation.console.error(`${ended.error ?? "The replay failed."}\n`);
    return result === null ? 1 : 0;
  },
};
