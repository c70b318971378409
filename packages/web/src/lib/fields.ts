import type { Field } from "@signalbox/sdk";

/** Each field once: the compiler misses one that is added to the service, and refuses one that is gone. */
const ALL: Readonly<Record<Field, true>> = {
  mathematics: true,
  code: true,
  logic: true,
  science: true,
  medicine: true,
  law: true,
  business: true,
  humanities: true,
  knowledge: true,
  commonsense: true,
  tools: true,
  writing: true,
  chat: true,
};

/** The fields of work that a conversation can be read as. */
export const FIELDS = Object.keys(ALL) as readonly Field[];
