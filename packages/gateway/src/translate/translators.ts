import { PROTOCOL_NAMES, type ProtocolName } from "../protocols/protocol.ts";
import { createTranslator } from "./create-translator.ts";
import type { Translator } from "./translator.ts";

/** Every pair that is spoken. */
const TRANSLATORS: readonly Translator[] = PROTOCOL_NAMES.flatMap((from) =>
  PROTOCOL_NAMES.filter((to) => to !== from).map((to) => createTranslator({ from, to })),
);

export const translatorOf = (from: ProtocolName, to: ProtocolName): Translator | undefined =>
  TRANSLATORS.find((translator) => translator.from === from && translator.to === to);
