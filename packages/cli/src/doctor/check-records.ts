// Whether every account's digest keys are where they should be.
import { SignalboxError, type Config } from "@signalbox/contracts";
import { allPages, createDigestKeys, createLogger, openConfiguredStorage } from "@signalbox/server";

import { bad, good, type Finding } from "./check-machine.ts";

type Storage = Awaited<ReturnType<typeof openConfiguredStorage>>;

const KEYS = "digest keys";

function placeWords({ storage: { digestKeysDir, digestSecret } }: Config): string {
  if (digestKeysDir !== "") return `in ${digestKeysDir}, for their owner alone`;
  if (digestSecret !== "") return "encrypted in the database";
  return "in the database; `storage.digestKeysDir` or `storage.digestSecret` keeps them apart from their digests";
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
  return [strays.length > 0 ? stray : found];
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
