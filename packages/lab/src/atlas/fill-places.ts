// Puts carried texts where a request names them.
import { SignalboxError } from "@signalbox/contracts";
import type { AtlasMessage } from "./atlas.ts";

const PLACE = /\{\{(\d)\}\}/g;

/** @throws SignalboxError invalid_data when a place has no text */
export function fillPlaces(
  template: readonly AtlasMessage[],
  texts: readonly string[],
  where: string,
): AtlasMessage[] {
  return template.map(({ role, content }) => ({
    role,
    content: content.replace(PLACE, (_place, digit: string) => {
      const text = texts[Number(digit) - 1];
      if (text === undefined)
        throw new SignalboxError("invalid_data", `${where}: {{${digit}}} has no entry in "matter".`);
      return text;
    }),
  }));
}
