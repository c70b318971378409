// One file from one address: measured, checked by its digest, and renamed to its place only when it is whole. What an
// interrupted download left is taken up again where the server allows it.
import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";

import { SignalboxError } from "@signalbox/contracts";

export interface DownloadRequest {
  readonly address: string;
  readonly to: string;
  readonly sha256: string;
  /** @unit bytes */
  readonly bytesMax: number;
  /** A server that sends nothing for so long has failed. @unit milliseconds */
  readonly idleMs?: number;
  /** @param total undefined where the server does not say */
  readonly onProgress?: ((bytes: number, total: number | undefined) => void) | undefined;
}

const IDLE_MS = 30_000;

/** Without what may be secret: credentials and signatures stand in the other parts. */
export function publicAddressOf(address: string): string {
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname}`;
}

function unreachable({ address }: DownloadRequest, reason: string, cause?: unknown): SignalboxError {
  const detail = `${publicAddressOf(address)} ${reason}`;
  return new SignalboxError("dependency_unavailable", detail, { cause });
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0;
}

/** Ends a request that stands still. */
function createWatch(idleMs: number) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new Error("idle")), idleMs);
  return { signal: controller.signal, touch: () => timer.refresh(), stop: () => clearTimeout(timer) };
}

type Watch = ReturnType<typeof createWatch>;

interface Opened {
  readonly body: AsyncIterable<Uint8Array>;
  /** Bytes of the part that the answer goes on from. */
  readonly from: number;
  readonly total: number | undefined;
}

async function request(wanted: DownloadRequest, from: number, { signal }: Watch): Promise<Response> {
  const range = from > 0 ? { range: `bytes=${from}-` } : {};
  try {
    return await fetch(wanted.address, { headers: { "accept-encoding": "identity", ...range }, signal });
  } catch (cause) {
    throw unreachable(wanted, "cannot be reached. Check the network and the address.", cause);
  }
}

async function openBody(wanted: DownloadRequest, part: number, watch: Watch): Promise<Opened> {
  const response = await request(wanted, part, watch);
  const { status, body, headers } = response;
  const isContinued = status === 206 && headers.get("content-range")?.startsWith(`bytes ${part}-`) === true;
  if (part > 0 && status !== 200 && !isContinued) {
    await body?.cancel();
    return openBody(wanted, 0, watch);
  }
  if ((status !== 200 && status !== 206) || body === null) {
    await body?.cancel();
    throw unreachable(wanted, `answers ${status}. Check the address.`);
  }
  const from = isContinued ? part : 0;
  const length = Number(headers.get("content-length") ?? NaN);
  return { body, from, total: Number.isFinite(length) ? from + length : undefined };
}

async function hashFile(path: string, hash: Hash): Promise<void> {
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
}

function assertSize(wanted: DownloadRequest, bytes: number): void {
  if (bytes <= wanted.bytesMax) return;
  const limit = wanted.bytesMax.toLocaleString("en");
  throw unreachable(wanted, `sends more than ${limit} bytes, so it is another file. Check the address.`);
}

/** Writes what comes to the part. @returns the digest of the whole part */
async function receive(wanted: DownloadRequest, part: string, watch: Watch): Promise<string> {
  const { body, from, total } = await openBody(wanted, await sizeOf(part), watch);
  assertSize(wanted, total ?? 0);
  const hash = createHash("sha256");
  if (from > 0) await hashFile(part, hash);
  const file = await open(part, from > 0 ? "a" : "w");
  try {
    let bytes = from;
    for await (const chunk of body) {
      watch.touch();
      bytes += chunk.length;
      assertSize(wanted, bytes);
      hash.update(chunk);
      await file.writeFile(chunk);
      wanted.onProgress?.(bytes, total);
    }
  } finally {
    await file.close();
  }
  return hash.digest("hex");
}

/**
 * @throws SignalboxError dependency_unavailable when it cannot be fetched whole, keeping the part; invalid_data when it is
 * another file, which is thrown away
 */
export async function downloadFile(wanted: DownloadRequest): Promise<void> {
  const part = `${wanted.to}.part`;
  await mkdir(dirname(wanted.to), { recursive: true });
  const watch = createWatch(wanted.idleMs ?? IDLE_MS);
  let found: string;
  try {
    found = await receive(wanted, part, watch);
  } catch (cause) {
    if (cause instanceof SignalboxError) throw cause;
    throw unreachable(wanted, "broke off. Run the same again: it goes on where it stopped.", cause);
  } finally {
    watch.stop();
  }
  if (found !== wanted.sha256) {
    await rm(part, { force: true });
    throw new SignalboxError(
      "invalid_data",
      `${publicAddressOf(wanted.address)} has the SHA-256 ${found}, not ${wanted.sha256}. It is another file and was thrown away; name another address.`,
    );
  }
  await rename(part, wanted.to);
}
