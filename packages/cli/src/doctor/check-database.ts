// Whether the database can be read, whether it is whole, and what of its policies this release no longer takes.
import {
  describeFieldError,
  findPolicyFaults,
  SignalboxError,
  UNREADABLE_POLICY,
  type Config,
  type PreferencePolicy,
} from "@signalbox/contracts";
import { allPages, createLogger, databaseLocationOf, openConfiguredStorage } from "@signalbox/server";

import { bad, good, type Finding } from "./check-machine.ts";

type Storage = Awaited<ReturnType<typeof openConfiguredStorage>>;

interface DatabaseFound {
  readonly findings: readonly Finding[];
  /** By its clock; undefined while it does not answer. @unit milliseconds since 1970 */
  readonly nowMs: number | undefined;
}

const REPAIR =
  "Stop the service, keep a copy of the files, and restore the last backup: `signalbox restore`.";

const detailOf = (cause: unknown): string =>
  cause instanceof SignalboxError ? cause.detail : cause instanceof Error ? cause.message : String(cause);

function judgeDamage(kind: string, faults: readonly string[] | undefined): Finding {
  if (faults === undefined) return good("database", `${kind} answers; \`pg_amcheck\` looks for damage.`);
  if (faults.length === 0) return good("database", `${kind} answers, and its pages are whole.`);
  return bad("database", `${kind} is damaged (${faults.join("; ")}). ${REPAIR}`);
}

function policyWords(policy: PreferencePolicy): string {
  if (policy === UNREADABLE_POLICY)
    return "It is stored in a form that cannot be read; nothing is decided under it. Save it again or restore an earlier version.";
  return findPolicyFaults(policy, "policy").map(describeFieldError).join(" ");
}

/** Rules that another release took and this one refuses still decide as they did: only their owner knows what was meant. */
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

/** Damage may fail the check itself; the database's own words for it are in the cause. */
function asDamage(cause: unknown): Finding {
  const words = cause instanceof SignalboxError && cause.cause instanceof Error ? cause.cause.message : "";
  return /malformed|corrupt/i.test(words)
    ? bad("database", `It is damaged (${words}). ${REPAIR}`)
    : bad("database", detailOf(cause));
}

export async function checkDatabase(config: Config): Promise<DatabaseFound> {
  let storage: Storage | undefined;
  let nowMs: number | undefined;
  const findings: Finding[] = [];
  try {
    const { kind } = databaseLocationOf(config);
    storage = await openConfiguredStorage(config, createLogger("silent"));
    const found = await storage.inspect();
    nowMs = found.nowMs;
    findings.push(judgeDamage(kind === "postgres" ? "PostgreSQL" : "SQLite", found.faults));
    findings.push(...(await checkPolicies(storage)));
  } catch (cause) {
    findings.push(asDamage(cause));
  } finally {
    await storage?.close();
  }
  return { findings, nowMs };
}
