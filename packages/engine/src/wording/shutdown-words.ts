// The end of a model in words, for rejections and warnings alike.
import type { ModelShutdown } from "@signalbox/contracts";

/** @example "openai shuts it down on 2026-12-11; its successor is openai/gpt-6.1-sol." */
export function shutdownWords({ host, on, successor, state, isUnsure }: ModelShutdown): string {
  const verb = state === "past" ? "shut it down" : "shuts it down";
  const next = successor === undefined ? "" : `; its successor is ${successor}`;
  const doubt = isUnsure === true ? " by a table whose dates move" : "";
  return `${host} ${verb} on ${on}${doubt}${next}.`;
}
