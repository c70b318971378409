import type { ProtocolName } from "../protocols/protocol.ts";
import type { Translator } from "./translator.ts";

/** Every pair that is spoken. */
const TRANSLATORS: readonly Translator[] = [];

export const translatorOf = (from: ProtocolName, to: ProtocolName): Translator | undefined =>
  TRANSLATORS.find((translator) => translator.from === from && translator.to === to);
