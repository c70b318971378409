import { pino, type Logger as PinoLogger } from "pino";

import { describeCause } from "./describe-cause.ts";
import { standardLog } from "./log-destination.ts";

export type Logger = PinoLogger;

/** Never pass bodies, message text, keys, cookies or passwords to it: there is no redaction to rely on. */
export function createLogger(level: string): Logger {
  const options = { level, base: null, messageKey: "message", serializers: { cause: describeCause } };
  return pino(options, { write: (line) => standardLog().write(line) });
}
