// The keys under which an account's content is digested: in the database, or, where it is configured,
// outside, so that a copy of the database alone recognises nothing.
import { SignalboxError, type Config } from "@signalbox/contracts";
import { createBoundedMap } from "@signalbox/engine/internals";
import type { Storage } from "@signalbox/storage";

import type { DigestKeys, KeyedAccount } from "../../context/digest-keys.ts";
import { allPages } from "../accounts/all-pages.ts";
import { found } from "../faults.ts";
import {
  openKeyFiles,
  type KeyFiles,
  fingerprintOf,
  readStoredKey,
  sealKeys,
  unsealKeys,
  writeStoredKey,
  type StoredKey,
} from "./key-files.ts";

const SECRET_CHARS_MIN = 32;
const KNOWN_MAX = 10_000;

type Keys = readonly [string, ...string[]];

interface Places {
  readonly storage: Pick<Storage, "accounts" | "scrub">;
  readonly files: KeyFiles | undefined;
  /** Newest first; empty without any. */
  readonly secrets: readonly string[];
}

const fault = (detail: string): SignalboxError => new SignalboxError("invalid_configuration", detail);

function readSecrets({ digestKeysDir, digestSecret }: Config["storage"]): readonly string[] {
  const secrets = digestSecret.split(",").filter((secret) => secret !== "");
  if (secrets.length > 0 && digestKeysDir !== "")
    throw fault("Set `storage.digestKeysDir` or `storage.digestSecret`, not both.");
  if (secrets.some((secret) => secret.length < SECRET_CHARS_MIN))
    throw fault(
      `\`storage.digestSecret\` needs ${SECRET_CHARS_MIN} characters: \`openssl rand -hex 32\` makes one.`,
    );
  return secrets;
}

async function readFileKeys({ files }: Places, id: string, fingerprint: string): Promise<readonly string[]> {
  if (files === undefined)
    throw fault(`The digest key of account ${id} is in a file. Set \`storage.digestKeysDir\` again.`);
  const keys = await files.read(id);
  const at = keys.findIndex((key) => fingerprintOf(key) === fingerprint);
  if (at < 0)
    throw fault(`The file of account ${id} holds another digest key than the one its data were made with.`);
  // A rotation of before schema 5 that was cut short left a key in front that nothing was digested with.
  return keys.slice(at);
}

function unseal({ secrets }: Places, id: string, sealed: string): readonly string[] {
  for (const secret of secrets) {
    const keys = unsealKeys(secret, id, sealed);
    if (keys !== undefined) return keys;
  }
  throw fault(
    secrets.length === 0
      ? `The digest key of account ${id} is encrypted. Set \`storage.digestSecret\` again.`
      : `No secret in \`storage.digestSecret\` opens the digest key of account ${id}. Add the earlier one behind a comma.`,
  );
}

function readKeys(places: Places, id: string, stored: StoredKey): Promise<readonly string[]> {
  if (stored.kind === "file") return readFileKeys(places, id, stored.fingerprint);
  return Promise.resolve(stored.kind === "database" ? stored.keys : unseal(places, id, stored.sealed));
}

function parse({ id, digestKey }: KeyedAccount): StoredKey {
  const stored = readStoredKey(digestKey);
  if (stored !== undefined) return stored;
  throw fault(`The digest key of account ${id} is stored in a form that this release does not know.`);
}

/** Puts keys where they belong from now on. A file is written before the database says that it is there. */
async function place({ files, secrets: [secret] }: Places, id: string, keys: Keys): Promise<string> {
  if (files !== undefined) {
    await files.write(id, keys);
    return writeStoredKey({ kind: "file", fingerprint: fingerprintOf(keys[0]) });
  }
  if (secret === undefined) return writeStoredKey({ kind: "database", keys });
  return writeStoredKey({ kind: "sealed", sealed: sealKeys(secret, id, keys) });
}

/** Whether the newest secret opens it, and files are used where they are configured. */
function isSettled({ files, secrets: [secret] }: Places, id: string, stored: StoredKey): boolean {
  if (files !== undefined) return stored.kind === "file";
  if (secret === undefined) return true;
  return stored.kind === "sealed" && unsealKeys(secret, id, stored.sealed) !== undefined;
}

class PlacedDigestKeys implements DigestKeys {
  readonly #places: Places;
  /** By what the database keeps of them, which changes with them. */
  readonly #known = createBoundedMap<Keys>(KNOWN_MAX);
  /** Keys of accounts whose creation is under way. */
  readonly #coming = createBoundedMap<KeyedAccount>(KNOWN_MAX);

  constructor(places: Places) {
    this.#places = places;
  }

  async of(accountId: string): Promise<Keys> {
    const account = await this.#places.storage.accounts.find(accountId);
    return this.ofAccount(found(account ?? this.#coming.get(accountId), "account"));
  }

  async ofAccount(account: KeyedAccount): Promise<Keys> {
    const place = `${account.id} ${account.digestKey}`;
    const known = this.#known.get(place);
    if (known !== undefined) return known;
    const [newest, ...earlier] = await readKeys(this.#places, account.id, parse(account));
    if (newest === undefined) throw fault(`Account ${account.id} has no digest key.`);
    const keys = [newest, ...earlier] as const;
    this.#known.set(place, keys);
    return keys;
  }

  async keep<A extends KeyedAccount>(account: A): Promise<A> {
    const keys = await this.ofAccount(account);
    const kept = { ...account, digestKey: await place(this.#places, account.id, keys) };
    this.#coming.set(account.id, kept);
    return kept;
  }

  async destroy(accountId: string): Promise<void> {
    this.#coming.delete(accountId);
    await this.#places.files?.destroy(accountId);
  }

  async settle(): Promise<number> {
    const { storage } = this.#places;
    let moved = 0;
    for await (const account of allPages((page) => storage.accounts.list(page))) {
      // Read even where nothing moves: a key that is missing stops the start, not the first request.
      const keys = await this.ofAccount(account);
      if (isSettled(this.#places, account.id, parse(account))) continue;
      // Another replica that starts now may be first; then it is settled as well.
      if (await this.#replace(account, keys)) moved += 1;
    }
    if (moved > 0) await storage.scrub();
    return moved;
  }

  async strays(): Promise<readonly string[]> {
    const { files, storage } = this.#places;
    const ids = (await files?.list()) ?? [];
    const found = await Promise.all(ids.map((id) => storage.accounts.find(id)));
    return ids.filter((_, at) => found[at] === undefined);
  }

  async #replace({ id, digestKey: from }: KeyedAccount, keys: Keys): Promise<boolean> {
    const to = await place(this.#places, id, keys);
    return this.#places.storage.accounts.setDigestKey({ accountId: id, from, to });
  }
}

/** @throws SignalboxError invalid_configuration for a directory or a secret that will not do */
export async function createDigestKeys(
  config: Config,
  storage: Pick<Storage, "accounts" | "scrub">,
): Promise<DigestKeys> {
  const { digestKeysDir } = config.storage;
  const secrets = readSecrets(config.storage);
  const files = digestKeysDir === "" ? undefined : await openKeyFiles(digestKeysDir);
  return new PlacedDigestKeys({ storage, files, secrets });
}
