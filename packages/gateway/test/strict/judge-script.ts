// Models whose answers have a known quality, and a judge of known accuracy over them, behind the provider that says no.
import { splitmix32 } from "@signalbox/engine/numerics";

import type { Got, Reply, Script } from "../fake-provider.ts";
import { createStrictScript, type StrictOptions } from "./strict-script.ts";

export interface JudgeOptions extends Pick<StrictOptions, "onRefusal" | "phrasing"> {
  /** End of the judge's name. */
  readonly judge: string;
  /** Chance that a ruling is right. @range 0..1 */
  readonly accuracy?: number;
  /** Chance that the judge names the first answer without reading. @range 0..1 */
  readonly firstBias?: number;
  /** Words in place of rulings. */
  readonly says?: string;
  /** Quality of a model's answer. @range 0..9 */
  readonly quality: (model: string, prompt: string) => number;
  /** Comes before all else; undefined leaves the call to the models. */
  readonly before?: (got: Got, index: number) => Reply | undefined;
}

/** The last words of a person in any of the protocols. */
function promptOf({ body }: Got): string {
  const turns = (body["messages"] ?? body["input"]) as readonly { role?: string; content?: unknown }[];
  const { content } = turns.findLast(({ role }) => role === "user") ?? {};
  if (typeof content === "string") return content;
  return (content as readonly { text?: string }[]).map(({ text = "" }) => text).join("\n");
}

const QUALITY = /quality (\d)/g;

export function createJudgeScript(options: JudgeOptions): Script {
  const { judge, accuracy = 1, firstBias = 0, says, quality, before } = options;
  const random = splitmix32(11);
  const ruling = (prompt: string): string => {
    const [first = 0, second = 0] = Array.from(prompt.matchAll(QUALITY), ([, digit]) => Number(digit)).slice(
      -2,
    );
    const right = first === second ? "tie" : first > second ? 1 : 2;
    const wrong = ([1, 2, "tie"] as const).filter((each) => each !== right);
    const fair = random() < accuracy ? right : wrong[Math.floor(random() * 2)];
    const better = random() < firstBias ? 1 : fair;
    return JSON.stringify({ better, good: [first > 4, second > 4] });
  };
  const script: Script = (got, index) => {
    const reply = before?.(got, index);
    if (reply !== undefined) return reply;
    const prompt = promptOf(got);
    if (got.model.endsWith(judge)) return { text: says ?? ruling(prompt) };
    return { text: `${got.model.length} words: quality ${quality(got.model, prompt)}` };
  };
  return createStrictScript({ ...options, script });
}
