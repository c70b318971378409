// Words for the grounds that an ability rests on: for the explanation and for those who look a model up.
import type { AbilityGround } from "../abilities/ability-table.ts";

const counted = (count: number, one: string, many: string): string =>
  count === 0 ? "" : `${count} ${count === 1 ? one : many}`;

/** "from 40 scores on public boards and outcomes of 3 sources, in another mode" */
export function groundWords({ boards, outcomes, stated, predecessor, isModeGuessed }: AbilityGround): string {
  const parts = [
    counted(stated, "score that you state", "scores that you state"),
    counted(boards, "score on public boards", "scores on public boards"),
    outcomes === 0 ? "" : `outcomes of ${counted(outcomes, "source", "sources")}`,
  ].filter((part) => part !== "");
  const mode = isModeGuessed ? ", measured in its default mode" : "";
  if (predecessor !== undefined)
    return [
      "no scores yet: inherited from its predecessor",
      predecessor,
      ...parts.map((part) => `with ${part}`),
    ].join(" ");
  if (parts.length === 0)
    return "nothing is known of this model, so it is taken for less able than those on public boards";
  return `from ${parts.join(" and ")}${mode}`;
}
