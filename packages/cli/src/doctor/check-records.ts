// Whether every account's digest keys are where they should be, and every audit log is as it was written.
import { SignalboxError, type Config } from "@signalbox/contracts";
import {
  allPages,
  createDigestKeys,
  createLogger,
  openConfiguredStorage,
  proveAuditLog,
} from "@signalbox/server";

import { breakWords } from "../output/text.ts";
import { bad, good, type Finding } from "./check-machine.ts";

type Storage = Awaited<ReturnType<typeof openConfiguredStorage>>;

const KEYS = "digest keys";
const AUDIT = "audit log";

function placeWords({ storage: { digestKeysDir, digestSecret } }: Config): string {
  if (digestKeysDir !== "") return `in ${digestKeysDir}, for their owner alone`;
  if (digestSecret !== "") return "encrypted in the database";
  return "in the database; `storage.digestKeysDir` or `storage.digestSecret` keeps them apart from their digests";
}

async function checkAudit(storage: Storage, digestKeys: Awaited<ReturnType<typeof createDigestKeys>>) {
  const findings: Finding[] = [];
  let entries = 0;
  for await (const { id } of allPages((page) => storage.accounts.list(page))) {
    const proof = await proveAuditLog({ storage, digestKeys }, id);
    entries += proof.entries;
    const [first] = proof.breaks;
    if (first !== undefined)
      findings.push(
        bad(
          AUDIT,
          `Account ${id}: ${breakWords(first)} Run \`signalbox audit verify\`, and compare a backup.`,
        ),
      );
    if (proof.unsealed > 0)
      findings.push(
        bad(
          AUDIT,
          `Account ${id}: ${proof.unsealed} entries have no seal, the newest of ${proof.unsealed_until}: the service did not write them.`,
        ),
      );
  }
  return findings.length > 0
    ? findings
    : [good(AUDIT, `${entries} sealed entries are as they were written.`)];
}

async function checkKeys(config: Config, storage: Storage): Promise<readonly Finding[]> {
  const digestKeys = await createDigestKeys(config, storage);
  let accounts = 0;
  for await (const account of allPages((page) => storage.accounts.list(page))) {
    await digestKeys.ofAccount(account);
    accounts += 1;
  }
  const strays = await digestKeys.strays();
  const found = good(KEYS, `Those of ${accounts} accounts are ${placeWords(config)}.`);
  const stray = bad(
    KEYS,
    `${config.storage.digestKeysDir} holds keys of ${strays.length} accounts that are gone: ${strays.slice(0, 3).join(", ")}. Delete their files, unless another installation uses the directory.`,
  );
  return [strays.length > 0 ? stray : found, ...(await checkAudit(storage, digestKeys))];
}

export async function checkRecords(config: Config): Promise<readonly Finding[]> {
  let storage: Storage | undefined;
  try {
    storage = await openConfiguredStorage(config, createLogger("silent"));
    return await checkKeys(config, storage);
  } catch (cause) {
    if (!(cause instanceof SignalboxError)) throw cause;
    // A database that does not open is a finding of its own already.
    return storage === undefined ? [] : [bad(KEYS, cause.detail)];
  } finally {
    await storage?.close();
  }
}
