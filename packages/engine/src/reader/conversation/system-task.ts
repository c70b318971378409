// A pipeline says in the system prompt what is to be done, and the user's turn is what it is to be done with, even where that turn
// reads like a request. Whether a system prompt does so is the task reader's to say; here the places change.
import { instructionAlone } from "./given-part.ts";
import { excerptOf } from "./task-text.ts";
import type { TaskText } from "./task-text.ts";

const isEmpty = (text: string): boolean => text.trim() === "";

/** The turn's own words in their order. */
function turnOf({ opening, middle, closing, carried }: TaskText["zones"]): string {
  const typed = [opening, middle, closing].filter((zone) => !isEmpty(zone)).join("\n");
  return excerptOf(isEmpty(carried) ? typed : `${typed}\n${carried}`);
}

/** The system prompt by itself, as somebody would type it. */
export function systemAlone(text: TaskText): TaskText {
  const alone = instructionAlone(text, text.zones.system);
  return {
    ...alone,
    zones: { ...alone.zones, system: "", earlier: "" },
    systemUnits: 0,
    turnCount: 1,
    isFollowUp: false,
    hasImage: false,
    before: undefined,
  };
}

/** The system prompt as the instruction, and the user's turn as the text that it is carried out on. */
export function withTurnCarried(text: TaskText): TaskText {
  const alone = systemAlone(text);
  const documents = turnOf(text.zones);
  const zones = { ...alone.zones, carried: documents };
  const { turnUnits, turnCount, hasImage } = text;
  const given = { ...text.given, isTurnGiven: true };
  return { ...alone, zones, documents, turnUnits: alone.leadUnits + turnUnits, turnCount, hasImage, given };
}
