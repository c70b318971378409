// Keys of accounts as files of a directory, one file each, the newest key in its first line. Their whole worth is that they
// lie elsewhere than the database: a thief of only one of the two has digests without keys, or keys without digests.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { chmod, mkdir, open, readdir, readFile, rename, stat, unlink } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { SignalboxError } from "@signalbox/contracts";

// The database's entry for an account's digest keys: the keys themselves, newest first; or, where they are kept elsewhere, how
// to tell that the right ones were found there; or the keys encrypted under a secret that the database never sees.
const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const FINGERPRINT_CHARS = 16;
const IN_DATABASE = /^[0-9a-f]{64}(?:,[0-9a-f]{64})*$/;
const IN_FILE = /^file:([0-9a-f]{16})$/;
const SEALED = /^sealed:([\w-]+)$/;

export type StoredKey =
  | { readonly kind: "database"; readonly keys: readonly string[] }
  | { readonly kind: "file"; readonly fingerprint: string }
  | { readonly kind: "sealed"; readonly sealed: string };

/** Undefined for what no release wrote. */
export function readStoredKey(stored: string): StoredKey | undefined {
  if (IN_DATABASE.test(stored)) return { kind: "database", keys: stored.split(",") };
  const fingerprint = IN_FILE.exec(stored)?.[1];
  if (fingerprint !== undefined) return { kind: "file", fingerprint };
  const sealed = SEALED.exec(stored)?.[1];
  return sealed === undefined ? undefined : { kind: "sealed", sealed };
}

export function writeStoredKey(stored: StoredKey): string {
  if (stored.kind === "database") return stored.keys.join(",");
  return stored.kind === "file" ? `file:${stored.fingerprint}` : `sealed:${stored.sealed}`;
}

/** Tells keys apart and gives nothing of them away. */
export const fingerprintOf = (key: string): string =>
  createHmac("sha256", key).update("signalbox digest key").digest("hex").slice(0, FINGERPRINT_CHARS);

const wrappingKey = (secret: string, accountId: string): Buffer =>
  Buffer.from(hkdfSync("sha256", secret, "signalbox digest keys", accountId, KEY_BYTES));

export function sealKeys(secret: string, accountId: string, keys: readonly string[]): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, wrappingKey(secret, accountId), iv);
  const bytes = Buffer.concat([cipher.update(Buffer.from(keys.join(""), "hex")), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), bytes]).toString("base64url");
}

/** Undefined when they were sealed under another secret, or for another account. */
export function unsealKeys(secret: string, accountId: string, sealed: string): readonly string[] | undefined {
  const bytes = Buffer.from(sealed, "base64url");
  const key = wrappingKey(secret, accountId);
  try {
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    const opened = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
    return Array.from({ length: opened.length / KEY_BYTES }, (_, at) =>
      opened.toString("hex", at * KEY_BYTES, (at + 1) * KEY_BYTES),
    );
  } catch {
    return undefined;
  }
}

const SETTING = "`storage.digestKeysDir`";
const OTHERS_MASK = 0o077;
const KEY = /^[0-9a-f]{64}$/;
const LOCK_PAUSE_MS = 20;
/** Writing takes milliseconds; a draft of this age was left by a process that ended. */
const ABANDONED_MS = 10_000;
const FILE = /^([0-9a-f-]{36})\.key$/;

export interface KeyFiles {
  /** Newest first. @throws SignalboxError invalid_configuration when the file is missing, readable by others or no key */
  read(accountId: string): Promise<readonly string[]>;
  /** The newest comes first; whatever else is there already stays. */
  write(accountId: string, keys: readonly string[]): Promise<void>;
  /** Overwrites the file before it goes; a file that is not there is as good. */
  destroy(accountId: string): Promise<void>;
  /** Ids of the accounts whose keys lie here. */
  list(): Promise<readonly string[]>;
}

const fault = (detail: string, cause?: unknown): SignalboxError =>
  new SignalboxError("invalid_configuration", detail, { cause });

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && "code" in error && error.code === code;

async function assertPrivate(path: string, wanted: string): Promise<void> {
  if (process.platform === "win32") return;
  const { mode } = await stat(path);
  if ((mode & OTHERS_MASK) === 0) return;
  throw fault(
    `${path} has mode ${(mode & 0o777).toString(8)}: others can read digest keys. Run \`chmod ${wanted} ${path}\`.`,
  );
}

/** The name in its folder is on the disk too, not the bytes alone. */
async function syncFolder(directory: string): Promise<void> {
  const folder = await open(directory, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function writeSynced(path: string, flags: "wx" | "r+", bytes: Uint8Array | string): Promise<void> {
  const file = await open(path, flags, 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function readKeys(path: string, accountId: string): Promise<readonly string[]> {
  try {
    await assertPrivate(path, "600");
    const keys = (await readFile(path, "utf8")).trim().split("\n");
    if (keys.every((key) => KEY.test(key))) return keys;
  } catch (cause) {
    if (cause instanceof SignalboxError) throw cause;
    const what = hasCode(cause, "ENOENT") ? "is missing" : "cannot be read";
    throw fault(
      `The digest key of account ${accountId} ${what}: ${path}. Bring the key files back from their backup, or correct ${SETTING}.`,
      cause,
    );
  }
  throw fault(`${path} holds no digest keys: 64 hexadecimal digits a line. Bring it back from its backup.`);
}

async function readIfThere(path: string, accountId: string): Promise<readonly string[]> {
  try {
    await stat(path);
  } catch {
    return [];
  }
  return readKeys(path, accountId);
}

/** The draft is the lock too: of two processes that write the same file, the later one sees what the earlier one wrote. */
async function takeDraft(draft: string): Promise<void> {
  for (;;) {
    try {
      await writeSynced(draft, "wx", "");
      return;
    } catch (error) {
      if (!hasCode(error, "EEXIST")) throw error;
      await clearAbandoned(draft);
      await wait(LOCK_PAUSE_MS);
    }
  }
}

async function clearAbandoned(draft: string): Promise<void> {
  try {
    const { mtimeMs } = await stat(draft);
    if (Date.now() - mtimeMs > ABANDONED_MS) await unlink(draft);
  } catch (error) {
    if (!hasCode(error, "ENOENT")) throw error;
  }
}

async function overwrite(path: string): Promise<void> {
  try {
    const { size } = await stat(path);
    await writeSynced(path, "r+", randomBytes(size));
    await unlink(path);
  } catch (error) {
    if (!hasCode(error, "ENOENT")) throw error;
  }
}

/** @throws SignalboxError invalid_configuration when the directory cannot be made or others can read it */
export async function openKeyFiles(setting: string): Promise<KeyFiles> {
  const directory = resolve(setting);
  try {
    const made = await mkdir(directory, { recursive: true, mode: 0o700 });
    if (made !== undefined) await chmod(directory, 0o700);
  } catch (cause) {
    throw fault(`The directory ${directory} of digest keys cannot be made. Check ${SETTING}.`, cause);
  }
  await assertPrivate(directory, "700");
  const pathOf = (accountId: string): string => join(directory, `${accountId}.key`);
  return {
    read: (accountId) => readKeys(pathOf(accountId), accountId),
    write: async (accountId, keys) => {
      const path = pathOf(accountId);
      const draft = `${path}.new`;
      await takeDraft(draft);
      const merged = new Set([...keys.slice(0, 1), ...(await readIfThere(path, accountId)), ...keys]);
      await writeSynced(draft, "r+", `${Array.from(merged).join("\n")}\n`);
      await rename(draft, path);
      await syncFolder(directory);
    },
    destroy: async (accountId) => {
      await overwrite(pathOf(accountId));
      await syncFolder(directory);
    },
    list: async () => (await readdir(directory)).flatMap((name) => FILE.exec(name)?.[1] ?? []),
  };
}
