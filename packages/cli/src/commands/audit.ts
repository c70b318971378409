// The audit log for operators: whether it is whole, and all of it as lines.
import { SignalboxError, type AuditProof } from "@signalbox/contracts";
import { exportAuditLog, proveAuditLog } from "@signalbox/server";

import { JSON_OPTION, type Command, type Invocation } from "../command.ts";
import { findAccountId } from "../deciding/decide.ts";
import { breakWords } from "../output/text.ts";
import { ACCOUNT_OPTION, accountIds, withRecords, type Records } from "./with-service.ts";

const SINCE = /^[1-9][0-9]{0,14}:[0-9a-f]{64}$/;

interface Proved {
  readonly account: string;
  readonly proof: AuditProof;
}

/** A head belongs to one account. */
async function auditedAccounts(invocation: Invocation, { storage }: Records): Promise<readonly string[]> {
  const wanted = invocation.text("account");
  return invocation.text("since") === undefined
    ? accountIds({ storage }, wanted)
    : [await findAccountId({ storage }, wanted)];
}

function renderProof({ account, proof }: Proved): string {
  const { ok, entries, head, breaks, unsealed, unsealed_until: until } = proof;
  if (ok) return `${account}: ${entries} entries are as they were written.\n  head ${head ?? "-"}\n`;
  const unsealedWords =
    unsealed === 0
      ? ""
      : `  ${unsealed} entries have no seal, the newest of ${until}: the service did not write them.\n`;
  return `${account}: the log is not as it was written.\n${unsealedWords}${breaks.map((each) => `  ${breakWords(each)}\n`).join("")}`;
}

export const auditVerify: Command = {
  name: "audit verify",
  usage: "audit verify [--account ID] [--since SEQ:SEAL] [--json]",
  summary: "Check that no entry of the audit logs was altered, added or taken out.",
  details: [
    "Each entry carries a keyed digest of itself and of the one before. Every entry of every account is checked, or of the one named.",
    "The head that is printed, noted elsewhere and given with --since later, proves that nothing was cut off behind it.",
    "Exit code 0 when all is as it was written, 1 where a chain breaks.",
  ],
  options: {
    account: { ...ACCOUNT_OPTION, description: "Account to check. Default: all." },
    since: { type: "string", value: "SEQ:SEAL", description: "A head of before that must still be there." },
    json: JSON_OPTION,
  },
  takesConfiguration: true,
  examples: ["signalbox audit verify", "signalbox audit verify --json --data-dir /srv/signalbox"],
  run: async (invocation) => {
    const since = invocation.text("since");
    if (since !== undefined && !SINCE.test(since))
      throw new SignalboxError("bad_request", "--since takes a head as `audit verify` prints it: SEQ:SEAL.");
    const proved = await withRecords(invocation, async (records) => {
      const all: Proved[] = [];
      for (const account of await auditedAccounts(invocation, records))
        all.push({ account, proof: await proveAuditLog(records, account, since) });
      return all;
    });
    invocation.console.out(
      invocation.isOn("json") ? `${JSON.stringify(proved, null, 2)}\n` : proved.map(renderProof).join(""),
    );
    return proved.every(({ proof }) => proof.ok) ? 0 : 1;
  },
};

export const auditExport: Command = {
  name: "audit export",
  usage: "audit export [--account ID]",
  summary: "Print the audit log of an account, newest first, one JSON object a line.",
  details: ["The same as GET /api/v1/audit-log/export, and the button of the dashboard's audit log."],
  options: { account: ACCOUNT_OPTION },
  takesConfiguration: true,
  examples: ["signalbox audit export > audit-log.ndjson"],
  run: async (invocation) => {
    await withRecords(invocation, async ({ storage }) => {
      const accountId = await findAccountId({ storage }, invocation.text("account"));
      const caller = { principal: { kind: "local", accountId }, address: undefined } as const;
      for await (const entry of exportAuditLog({ storage }, caller))
        invocation.console.out(`${JSON.stringify(entry)}\n`);
    });
    return 0;
  },
};
