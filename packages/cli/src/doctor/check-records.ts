// Whether every account's digest keys are where they should be, and whether a picked model is about to be shut down.
import { SignalboxError, type Config } from "@signalbox/contracts";
import {
  allPages,
  createDigestKeys,
  createLogger,
  loadConfiguredCatalog,
  openConfiguredStorage,
} from "@signalbox/server";

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

const ENDING = "models";
const DAY_MS = 86_400_000;
const USED_DAYS = 30;
const ENDING_SHOWN = 5;

/** Models that were picked in the last 30 days and that their vendor ends within 60 days or has ended. */
async function checkEnds(config: Config, storage: Storage): Promise<Finding> {
  const nowMs = Date.now();
  const catalog = (await loadConfiguredCatalog(config)).at(nowMs);
  const picks = new Map<string, number>();
  const span = { fromMs: nowMs - USED_DAYS * DAY_MS, toMs: nowMs, bucketHours: 24 * USED_DAYS };
  for await (const { id: accountId } of allPages((page) => storage.accounts.list(page)))
    for (const { value, decisions } of await storage.groups.read({ accountId, dimension: "label", ...span }))
      picks.set(value, (picks.get(value) ?? 0) + decisions);
  const ending = [...picks].flatMap(([model, count]) => {
    const end = catalog.resolve({ model })?.shutdown;
    if (end === undefined || end.state === "ahead") return [];
    const next = end.successor === undefined ? "" : `, its successor is ${end.successor}`;
    return [`${model} (${count} picks) ends on ${end.on}${next}`];
  });
  if (ending.length === 0)
    return good(ENDING, `None of the ${picks.size} picked in ${USED_DAYS} days ends within 60 days.`);
  const more = ending.length > ENDING_SHOWN ? `; and ${ending.length - ENDING_SHOWN} more` : "";
  return bad(ENDING, `Name newer ones: ${ending.slice(0, ENDING_SHOWN).join("; ")}${more}.`);
}

export async function checkRecords(config: Config): Promise<readonly Finding[]> {
  let storage: Storage | undefined;
  try {
    storage = await openConfiguredStorage(config, createLogger("silent"));
    return [...(await checkKeys(config, storage)), await checkEnds(config, storage)];
  } catch (cause) {
    if (!(cause instanceof SignalboxError)) throw cause;
    // A database that does not open is already a separate finding.
    return storage === undefined ? [] : [bad(KEYS, cause.detail)];
  } finally {
    await storage?.close();
  }
}
