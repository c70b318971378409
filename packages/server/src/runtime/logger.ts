import { pino, type Logger as PinoLogger } from "pino";

export type Logger = PinoLogger;

/** Never pass bodies, message text, keys, cookies or passwords to it: there is no redaction to rely on. */
export function createLogger(level: string): Logger {
  return pino({ level, base: null, messageKey: "message" }, pino.destination(2));
}
