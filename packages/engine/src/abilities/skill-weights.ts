// Which skills a request leans on. Half the weight stays on what all boards share: leaving the ablest model for the sake of a
// field needs evidence that such a difference holds elsewhere.
import type { TaskReading } from "../reader/task/task-reading.ts";
import { classOfLanguage, LANGUAGE_SKILL } from "./language-classes.ts";

const SKILL_OF_OPERATION: Readonly<Record<string, string>> = {
  act: "agents",
  change_code: "agents",
  write_code: "code",
  debug: "code",
  write: "chat",
  converse: "chat",
  extract: "instructions",
};

const SKILL_OF_FIELD: Readonly<Record<string, string>> = {
  mathematics: "stem",
  logic: "stem",
  science: "stem",
  code: "code",
  software: "code",
  data: "code",
  infrastructure: "code",
  tools: "tools",
  medicine: "knowledge",
  law: "knowledge",
  business: "knowledge",
  finance: "knowledge",
  humanities: "knowledge",
  society: "knowledge",
  knowledge: "knowledge",
  writing: "chat",
  chat: "chat",
  creative: "chat",
  everyday: "chat",
};
/** Share that a skill, and the skill of a language, take of the weight of what all boards share. */
const SKILL_SHARE = 0.5;
/** Queries are written where code is asked for on data. */
const QUERIES: ReadonlySet<string> = new Set(["write_code", "debug"]);

export type SkilledTask = Pick<TaskReading, "field" | "operation" | "answerLanguage">;

function skillOf({ field, operation }: SkilledTask): string {
  if (field === "data" && QUERIES.has(operation)) return "sql";
  return SKILL_OF_OPERATION[operation] ?? SKILL_OF_FIELD[field] ?? "";
}

/** @returns weights of the skills, sum 1; the same array for tasks that lean on the same */
export function createSkillWeights(skills: readonly string[]): (task: SkilledTask) => Float64Array {
  const known = new Map<string, Float64Array>();
  const build = (names: readonly string[]): Float64Array => {
    const weights = new Float64Array(skills.length);
    weights[0] = 1;
    for (const name of names) {
      const skill = skills.indexOf(name);
      if (skill <= 0) continue;
      weights[0] -= SKILL_SHARE;
      weights[skill] = SKILL_SHARE;
    }
    return weights;
  };
  return (task) => {
    const { answerLanguage } = task;
    const language = answerLanguage === undefined ? "" : LANGUAGE_SKILL[classOfLanguage(answerLanguage)];
    const skill = skillOf(task);
    const key = `${skill} ${language}`;
    const weights = known.get(key) ?? build([skill, language]);
    known.set(key, weights);
    return weights;
  };
}
