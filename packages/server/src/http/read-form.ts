// Reads a multipart form whose file may be gigabytes: fields into memory, the file to disk, both bounded.
import { createReadStream, createWriteStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";

import { invalid, SignalboxError } from "@signalbox/contracts";
import type { FastifyRequest } from "fastify";

import { makeTemporaryFolder } from "../context/temporary-folder.ts";

/** Size of the pieces in which a file is handed on. Each is a commit of the database, and decisions wait for as long as one takes. */
export const PIECE_BYTES = 128 * 1024;
const FIELD_BYTES_MAX = 64 * 1024;
const FIELDS_MAX = 32;

interface FormFile {
  readonly fileName: string;
  readonly bytes: number;
  /** Each has 128 KiB, the last one less. */
  pieces(): AsyncIterable<Uint8Array>;
}

export interface Form {
  readonly fields: ReadonlyMap<string, string>;
  readonly file: FormFile | undefined;
}

/** Opens the file only when it is read: a stream that nobody reads would fail by itself once the file is removed. */
async function* readPieces(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path, { highWaterMark: PIECE_BYTES }) as AsyncIterable<Uint8Array>;
}

async function readParts(request: FastifyRequest, directory: string, input: FormInput): Promise<Form> {
  const fields = new Map<string, string>();
  let file: FormFile | undefined;
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
    const path = join(directory, "upload");
    await pipeline(part.file, createWriteStream(path));
    if (part.file.truncated) throw tooLarge(input);
    const { size } = await stat(path);
    const pieces = (): AsyncIterable<Uint8Array> => readPieces(path);
    file = {
      fileName: part.filename === "" ? "evaluations" : part.filename.slice(0, 200),
      bytes: size,
      pieces,
    };
  }
  return { fields, file };
}

interface FormInput {
  readonly fileField: string;
  readonly fileBytesMax: number;
}

function tooLarge({ fileBytesMax }: FormInput, cause?: unknown): SignalboxError {
  return new SignalboxError(
    "payload_too_large",
    `The file is larger than ${fileBytesMax} bytes. Send a sample of its rows, or raise \`learning.uploadBytesMax\`.`,
    cause === undefined ? {} : { cause },
  );
}

/** A form that states its length is judged before a byte of it is read; the fields beside the file have their own room. */
function assertStatedLength(request: FastifyRequest, input: FormInput): void {
  const statedBytes = Number(request.headers["content-length"] ?? 0);
  if (statedBytes > input.fileBytesMax + FIELDS_MAX * FIELD_BYTES_MAX) throw tooLarge(input);
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

/**
 * Hands the form to `use` and removes the stored file afterwards.
 * @throws SignalboxError payload_too_large, validation_failed, bad_request for a broken form
 */
export async function withForm<T>(
  request: FastifyRequest,
  input: FormInput,
  use: (form: Form) => Promise<T>,
): Promise<T> {
  assertStatedLength(request, input);
  const directory = await makeTemporaryFolder();
  try {
    const form = await readParts(request, directory, input).catch((cause: unknown) => {
      throw formFault(input, cause);
    });
    return await use(form);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
