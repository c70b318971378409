// Brings the weights to where they are kept: from the first place that hands over the right file, a path or an address.
import { copyFile, mkdir, rename, stat } from "node:fs/promises";
import { dirname } from "node:path";

import { SignalboxError } from "@signalbox/contracts";

import { downloadFile } from "./download-file.ts";
import { ENCODER_BYTES_MAX, ENCODER_ORIGIN, isAddress, keptFileOf } from "./weights-origin.ts";
import { hashOfFile } from "./weights.ts";

export interface FetchRequest {
  readonly sha256: string;
  /** Paths and addresses in the order to try; the official origin when left out. */
  readonly from?: readonly string[];
  /** The cache when left out. */
  readonly to?: string | undefined;
  readonly onProgress?: (bytes: number, total: number | undefined) => void;
}

export interface FetchedWeights {
  readonly path: string;
  /** Undefined when the right file was there already. */
  readonly from: string | undefined;
}

async function copyWeights(path: string, to: string, sha256: string): Promise<void> {
  const found = await hashOfFile(path);
  if (found !== sha256)
    throw new SignalboxError(
      "invalid_data",
      `${path} has the SHA-256 ${found}, not ${sha256}. Name another file.`,
    );
  await mkdir(dirname(to), { recursive: true });
  await copyFile(path, `${to}.copy`);
  await rename(`${to}.copy`, to);
}

async function isThere(path: string, sha256: string): Promise<boolean> {
  if ((await stat(path).catch(() => undefined))?.isFile() !== true) return false;
  return (await hashOfFile(path)) === sha256;
}

const detailOf = (fault: unknown): string =>
  fault instanceof SignalboxError ? fault.detail : fault instanceof Error ? fault.message : String(fault);

/** @throws SignalboxError with the fault of every place that was tried */
export async function fetchWeights(request: FetchRequest): Promise<FetchedWeights> {
  const { sha256, from = [ENCODER_ORIGIN], onProgress } = request;
  const to = request.to ?? keptFileOf(sha256);
  if (await isThere(to, sha256)) return { path: to, from: undefined };
  const faults: string[] = [];
  let last: unknown;
  for (const place of from)
    try {
      if (isAddress(place))
        await downloadFile({ address: place, to, sha256, bytesMax: ENCODER_BYTES_MAX, onProgress });
      else await copyWeights(place, to, sha256);
      return { path: to, from: place };
    } catch (fault) {
      last = fault;
      faults.push(detailOf(fault));
    }
  const code = last instanceof SignalboxError ? last.code : "invalid_configuration";
  throw new SignalboxError(code, faults.join(" "), { cause: last });
}
