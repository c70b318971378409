// One person's decisions for operators: counted, exported, erased. The service may run meanwhile.
import { setTimeout as wait } from "node:timers/promises";

import { areTags, invalid, readTagList, SignalboxError, type PrivacySelection } from "@signalbox/contracts";
import { countSelected, eraseSelected, exportSelected, type Caller } from "@signalbox/server";

import { JSON_OPTION, type Command, type Invocation, type OptionSpec } from "../command.ts";
import { findAccountId } from "../deciding/decide.ts";
import { ACCOUNT_OPTION, withRecords } from "./with-service.ts";

const SELECTION_OPTIONS: Readonly<Record<string, OptionSpec>> = {
  subject: { type: "string", value: "ID", description: "The `subject` that the requests were sent with." },
  session: {
    type: "string",
    value: "ID",
    isMultiple: true,
    description: "A session, with its whole conversation; may be repeated.",
  },
  key: { type: "string", value: "ID", description: "The API key that asked." },
  tags: { type: "string", value: "LIST", description: "Tags that the requests carried: `customer=4711`." },
  from: { type: "string", value: "TIME", description: "Decided then or later, ISO 8601." },
  to: { type: "string", value: "TIME", description: "Decided before then, ISO 8601." },
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
  summary: "Print what is kept of these decisions, and the reports about them, one JSON object a line.",
  details: ["The audit log says that it was exported, and by what it was chosen; never for whom."],
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
  usage: `privacy erase ${SELECTION_USAGE} [--decisions N] [--json]`,
  summary: "Count these decisions; with --decisions, erase them and the reports about them for good.",
  details: [
    "Without --decisions it changes nothing and prints the --to and --decisions that erase what it counted. When another number fits by then, nothing is erased.",
    "The running service, or its next start, forgets what it learned from them. Sums by hour stay: they name no one.",
    "PostgreSQL keeps what was deleted on its disk until its tables are rewritten and its log is cut: the operations guide has the commands.",
  ],
  options: {
    ...SELECTION_OPTIONS,
    decisions: { type: "string", value: "N", description: "How many were counted." },
    json: JSON_OPTION,
  },
  takesConfiguration: true,
  examples: [
    "signalbox privacy erase --subject customer-4711",
    "signalbox privacy erase --subject customer-4711 --to 2026-06-01T00:00:00.000Z --decisions 12",
  ],
  run: async (invocation) => {
    const { to, ...selection } = selectionOf(invocation);
    const counted = invocation.text("decisions");
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
        "Count first: the same command without --decisions says --to and --decisions.",
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
