// Which file the weights of the sentence encoder are, where they come from, and where they are kept. Anyone may hand the file
// over: its digest decides.
import { homedir } from "node:os";
import { join } from "node:path";

/** bge-small-en-v1.5 (MIT), quantised to int8, 384 wide; 34,014,426 bytes. */
export const ENCODER_SHA256 = "6c9c6101a956d62dfb5e7190c538226c0c5bb9cb27b651234b6df063ee7dbfe4";

/** The conversion to ONNX that its authors publish, at the revision with this file. */
export const ENCODER_ORIGIN =
  "https://huggingface.co/Xenova/bge-small-en-v1.5/resolve/ea104dacec62c0de699686887e3f920caeb4f3e3/onnx/model_quantized.onnx";

/** More than the file of any sentence encoder that decides in time. @unit bytes */
export const ENCODER_BYTES_MAX = 1_000_000_000;

export const isAddress = (place: string): boolean => /^https?:\/\//i.test(place);

/** `$XDG_CACHE_HOME/signalbox`, by default `~/.cache/signalbox`. */
function cacheDir(): string {
  const base = process.env["XDG_CACHE_HOME"] ?? "";
  return join(base === "" ? join(homedir(), ".cache") : base, "signalbox");
}

/** Where a fetched file is kept; the name holds the digest, so that files of several artefacts lie side by side. */
export const keptFileOf = (sha256: string): string => join(cacheDir(), "encoder", `${sha256}.onnx`);
