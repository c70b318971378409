// What an installation can be wrong about without saying so: each check answers in one line, with what to do.
import { stat } from "node:fs/promises";
import { platform } from "node:process";

import {
  describeFieldError,
  findPolicyFaults,
  SignalboxError,
  UNREADABLE_POLICY,
  VERSION,
} from "@signalbox/contracts";
import type { Config, PreferencePolicy } from "@signalbox/contracts";
import { allPages, createLogger, databaseLocationOf, openConfiguredStorage } from "@signalbox/server";

import { JSON_OPTION, type Command } from "../command.ts";
import { alignColumns } from "../output/columns.ts";

type Storage = Awaited<ReturnType<typeof openConfiguredStorage>>;

interface Finding {
  readonly check: string;
  readonly ok: boolean;
  readonly detail: string;
}

const NODE_MAJOR_MIN = 24;
/** No release of this service is older: a clock before it is wrong. */
const CLOCK_MS_MIN = Date.UTC(2026, 0, 1);
const OTHERS_MASK = 0o077;

const good = (check: string, detail: string): Finding => ({ check, ok: true, detail });
const bad = (check: string, detail: string): Finding => ({ check, ok: false, detail });
const detailOf = (cause: unknown): string =>
  cause instanceof SignalboxError ? cause.detail : cause instanceof Error ? cause.message : String(cause);

function checkVersions(): Finding {
  const major = Number(process.versions.node.split(".")[0]);
  const detail = `Signalbox ${VERSION} on Node ${process.versions.node}.`;
  if (major >= NODE_MAJOR_MIN) return good("versions", detail);
  return bad(
    "versions",
    `${detail} It needs Node ${NODE_MAJOR_MIN}: start it with \`npm start\`, which brings its own.`,
  );
}

function checkClock(): Finding {
  const now = new Date().toISOString();
  if (Date.now() >= CLOCK_MS_MIN) return good("clock", `${now}.`);
  return bad("clock", `${now} is in the past. Set the clock: sessions, prices and keys go by it.`);
}

/** Keys and digests lie in the data directory, so other users of the machine must not read it. */
async function checkPermissions({ storage }: Config): Promise<Finding> {
  const { dataDir } = storage;
  try {
    const { mode, uid } = await stat(dataDir);
    const shown = `${dataDir} has mode ${(mode & 0o777).toString(8)}`;
    if (platform !== "win32" && (mode & OTHERS_MASK) !== 0)
      return bad("permissions", `${shown}: others can read it. Run \`chmod 700 ${dataDir}\`.`);
    if (process.getuid !== undefined && uid !== process.getuid())
      return bad("permissions", `${dataDir} belongs to another user. Run as its owner, or \`chown\` it.`);
    return good("permissions", `${shown}.`);
  } catch {
    return good(
      "permissions",
      `${dataDir} is not there yet; the first start creates it for its owner alone.`,
    );
  }
}

/** Where the rows can be read, and what of them this release no longer takes. */
async function checkDatabase(config: Config): Promise<readonly Finding[]> {
  let storage: Storage | undefined;
  try {
    const { kind } = databaseLocationOf(config);
    storage = await openConfiguredStorage(config, createLogger("silent"));
    await storage.ping();
    const name = kind === "postgres" ? "PostgreSQL" : "SQLite";
    return [good("database", `${name} answers.`), ...(await checkPolicies(storage))];
  } catch (cause) {
    return [bad("database", detailOf(cause))];
  } finally {
    await storage?.close();
  }
}

function policyWords(policy: PreferencePolicy): string {
  if (policy === UNREADABLE_POLICY)
    return "It is stored in a form that cannot be read; nothing is decided under it. Save it again or restore an earlier version.";
  return findPolicyFaults(policy, "policy").map(describeFieldError).join(" ");
}

/** Rules that an earlier release took and this one refuses still decide as they did: nobody but their owner knows what was meant. */
async function checkPolicies(storage: Storage): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  let count = 0;
  for await (const { id: accountId } of allPages((page) => storage.accounts.list(page)))
    for await (const { id, name, policy } of allPages((page) =>
      storage.preferences.list({ accountId, ...page }),
    )) {
      count += 1;
      const words = policyWords(policy);
      if (words === "") continue;
      findings.push(bad("policies", `Preference ${id} (${name}) of account ${accountId}: ${words}`));
    }
  return findings.length > 0 ? findings : [good("policies", `${count} preferences mean what they say.`)];
}

export const doctor: Command = {
  name: "doctor",
  usage: "doctor [--json]",
  summary: "Check database, permissions, clock, versions and stored policies, and say what to fix.",
  details: [
    "A preference with a rule that this release refuses is listed with the fault; it is never changed or read in another way.",
    "Exit code 0 when all is well, 1 when something is to be fixed.",
  ],
  options: { json: JSON_OPTION },
  takesConfiguration: true,
  examples: ["signalbox doctor", "signalbox doctor --json --data-dir /srv/signalbox"],
  run: async (invocation) => {
    const config = invocation.config();
    const findings = [
      checkVersions(),
      checkClock(),
      await checkPermissions(config),
      ...(await checkDatabase(config)),
    ];
    const rows = findings.map(({ check, ok, detail }) => [ok ? "ok" : "FIX", check, detail]);
    invocation.console.out(
      invocation.isOn("json") ? `${JSON.stringify(findings, null, 2)}\n` : alignColumns(rows),
    );
    return findings.every(({ ok }) => ok) ? 0 : 1;
  },
};
