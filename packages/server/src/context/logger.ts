import { pino, type Logger as PinoLogger } from "pino";
import { standardLog } from "./log-destination.ts";

// A thrown thing as fields of a log line: type, code, message and where it was thrown, without any other member: errors of
// libraries carry whole requests and answers, and with them secrets.
interface CauseFields {
  readonly type: string;
  readonly code?: string;
  readonly message?: string;
  /** Frames alone; the first line of a stack repeats the message. */
  readonly stack?: string;
  readonly cause?: CauseFields;
}

const DEPTH_MAX = 4;

/** @param depth how many causes of causes have been followed already */
export function describeCause(thrown: unknown, depth = 0): CauseFields | undefined {
  if (thrown === undefined || depth >= DEPTH_MAX) return undefined;
  if (!(thrown instanceof Error)) return { type: typeof thrown };
  const inner = describeCause(thrown.cause, depth + 1);
  const code = "code" in thrown ? thrown.code : undefined;
  const frames = thrown.stack?.split("\n").filter((line) => /^\s+at /.test(line));
  return {
    type: thrown.name,
    ...(typeof code === "string" && { code }),
    // A parser quotes what it could not read, which may be anybody's text.
    ...(!(thrown instanceof SyntaxError) && { message: thrown.message }),
    ...(frames !== undefined && { stack: frames.join("\n") }),
    ...(inner !== undefined && { cause: inner }),
  };
}

export type Logger = PinoLogger;

/** Never pass bodies, message text, keys, cookies or passwords to it: there is no redaction to rely on. */
export function createLogger(level: string): Logger {
  const options = { level, base: null, messageKey: "message", serializers: { cause: describeCause } };
  return pino(options, { write: (line) => standardLog().write(line) });
}
