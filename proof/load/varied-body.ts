// Bodies of routing requests that hardly ever come twice: from a few words to some 20 KB, one turn to a dozen, with and without a
// system prompt, tools and a subject, so that what is kept by text, by conversation or by person comes and goes.
import { mulberry32 } from "@signalbox/engine/numerics";

const WORDS =
  "sort the parcels by weight and say why this query is slow when two writers hold one lock translate into German a letter about rent write a poem summarise ticket function returns wrong sum of invoices for March explain proof short table as JSON please".split(
    " ",
  );
const TURNS_MAX = 12;
const WORDS_MAX = 300;
const PEOPLE = 5_000;

/** @returns a generator of JSON bodies, the same for the same seed */
export function createVariedBodies(labels: readonly string[], seed: number): () => string {
  const random = mulberry32(seed);
  const below = (max: number): number => Math.floor(max * random());
  // Most are short: the square of a uniform number.
  const text = (): string =>
    Array.from({ length: 1 + below(WORDS_MAX * random()) }, () =>
      random() < 0.05 ? `item-${below(1e9)}` : WORDS[below(WORDS.length)],
    ).join(" ");
  return () => {
    const turns = 1 + 2 * below((TURNS_MAX / 2) * random());
    const messages = Array.from({ length: turns }, (_, turn) => ({
      role: turn % 2 === 0 ? "user" : "assistant",
      content: random() < 0.2 ? [{ type: "text", text: text() }] : text(),
    }));
    return JSON.stringify({
      messages: random() < 0.3 ? [{ role: "system", content: text() }, ...messages] : messages,
      llm_providers: labels,
      ...(random() < 0.2 && { tools: [{ name: `look_up_${below(40)}`, description: text() }] }),
      ...(random() < 0.3 && { subject: `person ${below(PEOPLE)}` }),
      ...(random() < 0.3 && { tradeoff: random() < 0.5 ? "cost" : "latency" }),
      ...(random() < 0.1 && { include: ["explanation"] }),
    });
  };
}
