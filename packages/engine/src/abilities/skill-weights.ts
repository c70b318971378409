// Which skills a request leans on. Half the weight stays on what all boards share: leaving the ablest model for the sake of a
// field needs evidence that such a difference holds elsewhere.

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
const GENERAL_SHARE = 0.5;

/** @returns weights of the skills, sum 1; the same array for the same words */
export function createSkillWeights(
  skills: readonly string[],
): (field: string, operation: string | undefined) => Float64Array {
  const known = new Map<string, Float64Array>();
  const build = (name: string): Float64Array => {
    const weights = new Float64Array(skills.length);
    const skill = skills.indexOf(name);
    weights[0] = skill < 0 ? 1 : GENERAL_SHARE;
    if (skill >= 0) weights[skill] = weights[skill]! + 1 - GENERAL_SHARE;
    return weights;
  };
  return (field, operation) => {
    const name = SKILL_OF_OPERATION[operation ?? ""] ?? SKILL_OF_FIELD[field] ?? "";
    const weights = known.get(name) ?? build(name);
    known.set(name, weights);
    return weights;
  };
}
