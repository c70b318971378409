// The field of a prompt, from the names its data set gives it. Trains the field head and groups the probes.

import type { Field } from "@signalbox/contracts";

/** The first pattern that matches "source task subset" decides; order matters. */
const RULES: readonly (readonly [RegExp, Field])[] = [
  [/bfcl/, "tools"],
  [/alpaca|mt_bench/, "writing"],
  [/livecode|human_?eval|mbpp|cruxeval|codeio|code\/|javascript|computer[_ ]|machine_learning/, "code"],
  [/winogrande|commonsense|commongen|hellaswag/, "commonsense"],
  [/gsm8k|mgsm|algebra|arithmetic|geometry|statistics|econometrics/, "mathematics"],
  [/logic|zebra|korbench|puzzle|games|graphs|arc\/|induction|cognition|algorithmic|thematic/, "logic"],
  [/mathematics|math/, "mathematics"],
  [/medicine|medic|clinical|anatomy|virology|nutrition|health|aging|genetics/, "medicine"],
  [/physics|chemistry|biology|astronomy|engineering|gpqa|arc_|arc-|openbook/, "science"],
  [/law|jurisprudence/, "law"],
  [/business|econom|accounting|marketing|management|public_relations/, "business"],
  [/history|philosoph|religion|moral|sociology|psycholog|politic|policy|geography|sexuality/, "humanities"],
];

export function fieldOf(source: string, task: string, subset: string): Field {
  const name = `${source} ${task} ${subset}`.toLowerCase();
  return RULES.find(([pattern]) => pattern.test(name))?.[1] ?? "knowledge";
}
