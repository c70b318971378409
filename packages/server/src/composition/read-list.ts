// Fetches a list of models and prices from the file or the address that the operator names, within bounds of bytes and time. Behind
// an address, a suffix verifies its content: `#sha256=HEX` equals it, `#ed25519=KEY` has signed it.
import { createHash, createPublicKey, verify } from "node:crypto";
import { readFile, stat } from "node:fs/promises";

import { SignalboxError } from "@signalbox/contracts";

const BYTES_MAX = 64 * 1024 * 1024;
const TIMEOUT_MS = 60_000;
/** DER of an Ed25519 public key up to its 32 bytes. @source RFC 8410 */
const ED25519_HEAD = Buffer.from("302a300506032b6570032100", "hex");

const refused = (source: string, why: string): SignalboxError =>
  new SignalboxError("invalid_data", `${source} ${why}`);

async function fetchBytes(address: string): Promise<Buffer> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!answer.ok) throw new Error(`it answers ${answer.status}`);
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of answer.body ?? []) {
    parts.push(part);
    if ((bytes += part.length) > BYTES_MAX)
      throw refused(address, `is larger than ${BYTES_MAX} bytes. Name another list.`);
  }
  return Buffer.concat(parts);
}

async function readBounded(path: string): Promise<Buffer> {
  if ((await stat(path)).size > BYTES_MAX)
    throw refused(path, `is larger than ${BYTES_MAX} bytes. Name another list.`);
  return readFile(path);
}

function isSigned(content: Buffer, signature: Buffer, key: string): boolean {
  const raw = Buffer.from(key, "base64");
  if (raw.length !== 32) throw refused("#ed25519", "takes a public key of 32 bytes in base64.");
  const publicKey = createPublicKey({ key: Buffer.concat([ED25519_HEAD, raw]), format: "der", type: "spki" });
  return verify(null, content, publicKey, Buffer.from(signature.toString("utf8").trim(), "base64"));
}

/** @throws SignalboxError invalid_data where the content is not what the fragment demands */
async function assertDemanded(address: string, demand: string, content: Buffer): Promise<void> {
  const [, kind, value = ""] = /^(sha256|ed25519)=(.+)$/.exec(demand) ?? [];
  if (kind === undefined)
    throw refused(`#${demand}`, "is not known. Write #sha256=HEX or #ed25519=KEY behind the address.");
  if (kind === "ed25519") {
    if (isSigned(content, await fetchBytes(`${address}.sig`), value)) return;
    throw refused(address, `is not signed with this key in ${address}.sig. Nothing is taken.`);
  }
  const found = createHash("sha256").update(content).digest("hex");
  if (found !== value.toLowerCase())
    throw refused(address, `has the digest ${found}, not the demanded one. Nothing is taken.`);
}

async function readAddress(source: string): Promise<Buffer> {
  const [address = "", demand] = source.split("#", 2);
  const content = await fetchBytes(address);
  if (demand !== undefined) await assertDemanded(address, demand, content);
  return content;
}

/**
 * @param source a path, or an address with https: or http:
 * @throws SignalboxError invalid_data when the list cannot be had, is too large, or is not what it must be
 */
export async function readList(source: string): Promise<string> {
  const isAddress = /^https?:\/\//i.test(source);
  try {
    return (await (isAddress ? readAddress(source) : readBounded(source))).toString("utf8");
  } catch (cause) {
    if (cause instanceof SignalboxError) throw cause;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new SignalboxError(
      "invalid_data",
      `${source} cannot be read: ${why}. Check the ${isAddress ? "address" : "path"}.`,
      { cause },
    );
  }
}
