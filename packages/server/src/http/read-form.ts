// Reads a multipart form whose file may be gigabytes: fields into memory, the file in pieces to where it is kept, both bounded.
import { invalid, SignalboxError } from "@signalbox/contracts";
import type { FastifyRequest } from "fastify";

/** Size of the pieces in which a file is handed on. Each is a commit of the database, and decisions wait for as long as one takes. */
export const PIECE_BYTES = 128 * 1024;
const FIELD_BYTES_MAX = 64 * 1024;
const FIELDS_MAX = 32;

export interface Form {
  readonly fields: ReadonlyMap<string, string>;
  /** Undefined where the form has no file. */
  readonly fileName: string | undefined;
}

interface FormInput {
  readonly fileField: string;
  readonly fileBytesMax: number;
  /** Keeps the pieces of the file: 128 KiB each, the last one less. The sender waits for as long as it does. */
  readonly store: (pieces: AsyncIterable<Uint8Array>) => Promise<void>;
}

async function* cutPieces(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    waiting.push(chunk);
    bytes += chunk.length;
    if (bytes < PIECE_BYTES) continue;
    const joined = Buffer.concat(waiting);
    let from = 0;
    for (; joined.length - from >= PIECE_BYTES; from += PIECE_BYTES)
      yield joined.subarray(from, from + PIECE_BYTES);
    waiting = from < joined.length ? [joined.subarray(from)] : [];
    bytes = joined.length - from;
  }
  if (bytes > 0) yield Buffer.concat(waiting);
}

async function readParts(request: FastifyRequest, input: FormInput): Promise<Form> {
  const fields = new Map<string, string>();
  let fileName: string | undefined;
  // The reader waits for ever for a client that left before it began.
  if (request.raw.destroyed) throw new Error("The client has left.");
  const limits = { fileSize: input.fileBytesMax, files: 1, fields: FIELDS_MAX, fieldSize: FIELD_BYTES_MAX };
  for await (const part of request.parts({ limits })) {
    if (part.type === "field") {
      fields.set(part.fieldname, String(part.value));
      continue;
    }
    if (part.fieldname !== input.fileField)
      throw invalid([
        {
          location: input.fileField,
          message: `The form has a file "${part.fieldname}".`,
          fix: `Send it as \`${input.fileField}\`.`,
        },
      ]);
    await input.store(cutPieces(part.file as AsyncIterable<Uint8Array>));
    if (part.file.truncated) throw tooLarge(input);
    fileName = part.filename === "" ? "evaluations" : part.filename.slice(0, 200);
  }
  return { fields, fileName };
}

function tooLarge({ fileBytesMax }: Pick<FormInput, "fileBytesMax">, cause?: unknown): SignalboxError {
  return new SignalboxError(
    "payload_too_large",
    `The file is larger than ${fileBytesMax} bytes. Send a sample of its rows, or raise \`learning.uploadBytesMax\`.`,
    cause === undefined ? {} : { cause },
  );
}

/**
 * Bytes that the form announces; a form that states no length counts as the largest one.
 * @throws SignalboxError payload_too_large before a byte is read
 */
export function announcedFormBytes({ headers }: FastifyRequest, fileBytesMax: number): number {
  const stated = headers["content-length"];
  // The fields beside the file have their own room.
  if (stated !== undefined && Number(stated) > fileBytesMax + FIELDS_MAX * FIELD_BYTES_MAX)
    throw tooLarge({ fileBytesMax });
  return Math.min(fileBytesMax, Number(stated ?? fileBytesMax));
}

/** Faults of the form are the caller's; faults of our disk (`E...` codes) are ours and pass on as they are. */
function formFault(input: FormInput, cause: unknown): unknown {
  if (cause instanceof SignalboxError) return cause;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  if (code === "FST_REQ_FILE_TOO_LARGE") return tooLarge(input, cause);
  if (/^E[A-Z]+$/.test(code)) return cause;
  return new SignalboxError("bad_request", "The multipart form is broken or ended early. Send it again.", {
    cause,
  });
}

/** @throws SignalboxError payload_too_large, validation_failed, bad_request for a broken form */
export async function readForm(request: FastifyRequest, input: FormInput): Promise<Form> {
  try {
    return await readParts(request, input);
  } catch (cause) {
    throw formFault(input, cause);
  }
}
