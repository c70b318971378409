// One person's decisions for operators: counted, exported, erased. The service may run meanwhile.
import { setTimeout as wait } from "node:timers/promises";

import { areTags, invalid, readTagList, SignalboxError, type PrivacySelection } from "@signalbox/contracts";
import { countSelected, eraseEvidence, eraseSelected, exportSelected, type Caller } from "@signalbox/server";

import { JSON_OPTION, type Command, type Invocation, type OptionSpec } from "../command.ts";
import { findAccountId } from "../deciding/decide.ts";
import { ACCOUNT_OPTION, withRecords } from "./with-service.ts";

const SELECTION_OPTIONS: Readonly<Record<string, OptionSpec>> = {
  subject: { type: "string", value: "ID", description: "The `subject` of the requests." },
  session: {
    type: "string",
    value: "ID",
    isMultiple: true,
    description: "A session and its whole conversation; repeatable.",
  },
  key: { type: "string", value: "ID", description: "The API key of the requests." },
  tags: { type: "string", value: "LIST", description: "Tags of the requests: `customer=4711`." },
  from: { type: "string", value: "TIME", description: "Start, ISO 8601." },
  to: { type: "string", value: "TIME", description: "End, exclusive, ISO 8601." },
  account: ACCOUNT_OPTION,
};

const SELECTION_USAGE = "[--subject ID] [--session ID] [--key ID] [--tags LIST] [--from TIME] [--to TIME]";

function selectionOf(invocation: Invocation): PrivacySelection {
  const sessions = invocation.texts("session");
  const list = invocation.text("tags");
  const tags = list === undefined ? undefined : readTagList(list, "--tags");
  if (tags !== undefined && !areTags(tags)) throw invalid(tags);
  const given = {
    tags,
    subject: invocation.text("subject"),
    key_id: invocation.text("key"),
    from: invocation.text("from"),
    to: invocation.text("to"),
  };
  return {
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    ...(sessions.length > 0 && { session_ids: [...sessions] }),
  };
}

type Count = Awaited<ReturnType<typeof countSelected>>;
type Using = Parameters<typeof countSelected>[0];

/** A running service commits what it has in its queue within moments. */
const journal = { flush: () => wait(0) } as unknown as Using["journal"];

function asOperator<T>(
  invocation: Invocation,
  work: (context: Using, caller: Caller) => Promise<T>,
): Promise<T> {
  return withRecords(invocation, async (records) => {
    const accountId = await findAccountId(records, invocation.text("account"));
    const context = { ...records, clock: { nowMs: () => Date.now() }, journal };
    return work(context, { principal: { kind: "local", accountId }, address: undefined });
  });
}

export const privacyExport: Command = {
  name: "privacy export",
  usage: `privacy export ${SELECTION_USAGE}`,
  summary: "Print the stored data and reports of the selected decisions as JSON lines.",
  details: ["The audit log records the export and the kind of selection, not the person."],
  options: SELECTION_OPTIONS,
  takesConfiguration: true,
  examples: ["signalbox privacy export --subject customer-4711 > customer-4711.ndjson"],
  run: async (invocation) => {
    await asOperator(invocation, async (context, caller) => {
      const records = await exportSelected(context, caller, selectionOf(invocation));
      for await (const record of records) invocation.console.out(`${JSON.stringify(record)}\n`);
    });
    return 0;
  },
};

function renderCount({ decisions, left_out: leftOut, first_at: first, last_at: last, to }: Count): string {
  const span = first === null ? "" : ` of ${first} to ${last}`;
  const others =
    leftOut === 0 ? "" : `${leftOut} of the same conversations are about another subject and left out.\n`;
  return `${decisions} decisions${span}.\n${others}Erase them with --to ${to} --decisions ${decisions}.\n`;
}

export const privacyErase: Command = {
  name: "privacy erase",
  usage: `privacy erase ${SELECTION_USAGE} [--decisions N] [--json] | --evidence ID`,
  summary: "Count the selected decisions; with --decisions, erase them and their reports for good.",
  details: [
    "The count prints the --to and --decisions that erase exactly these decisions. If the number has changed, nothing is erased.",
    "The running service, or its next start, unlearns them. Hourly sums remain; they identify no person.",
    "--evidence erases a custom router with its rows, or all reports that a key sent, and what they taught. Switch a router off first.",
    "PostgreSQL keeps deleted rows on disk until its tables are rewritten: see docs/operations.md.",
  ],
  options: {
    ...SELECTION_OPTIONS,
    decisions: { type: "string", value: "N", description: "The number counted." },
    evidence: {
      type: "string",
      value: "ID",
      description: "A custom router or a key; `dashboard`: what people reported. Instead of decisions.",
    },
    json: JSON_OPTION,
  },
  takesConfiguration: true,
  examples: [
    "signalbox privacy erase --subject customer-4711",
    "signalbox privacy erase --evidence 4b3c2f0e-8d1a-4c56-9f57-0e6a5d1f7c11",
    "signalbox privacy erase --subject customer-4711 --to 2026-06-01T00:00:00.000Z --decisions 12",
  ],
  run: async (invocation) => {
    const { to, ...selection } = selectionOf(invocation);
    const [counted, evidence] = [invocation.text("decisions"), invocation.text("evidence")];
    if (evidence !== undefined) {
      if ([to, counted, ...Object.values(selection)].some((each) => each !== undefined))
        throw new SignalboxError("bad_request", "Give --evidence alone: it selects no decisions.");
      let [erased, remaining] = [0, 1];
      while (remaining > 0) {
        const step = await asOperator(invocation, (context, caller) =>
          eraseEvidence(context, caller, evidence),
        );
        [erased, remaining] = [erased + step.erased, step.remaining];
      }
      invocation.console.out(`Erased ${evidence}: ${erased} reports or rows, and what they taught.\n`);
      return 0;
    }
    if (counted === undefined) {
      const count = await asOperator(invocation, (context, caller) =>
        countSelected(context, caller, selectionOf(invocation)),
      );
      invocation.console.out(
        invocation.isOn("json") ? `${JSON.stringify(count, null, 2)}\n` : renderCount(count),
      );
      return 0;
    }
    let decisions = Number(counted);
    if (to === undefined || !(Number.isSafeInteger(decisions) && decisions > 0))
      throw new SignalboxError(
        "bad_request",
        "Count first: run the command without --decisions; it prints --to and --decisions.",
      );
    const total = decisions;
    while (decisions > 0) {
      const input = { ...selection, to, decisions };
      ({ remaining: decisions } = await asOperator(invocation, (context, caller) =>
        eraseSelected(context, caller, input),
      ));
    }
    invocation.console.out(`Erased ${total} decisions.\n`);
    return 0;
  },
};
