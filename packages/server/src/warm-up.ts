// The first requests of a service would wait for the compiler. What decides is run some hundred times when it already listens,
// a decision at a time, so that a request that comes meanwhile waits for one of them at most. Nothing of it is kept.
import { setImmediate as nextTurn } from "node:timers/promises";

import { listModels } from "@signalbox/catalog";
import { plainInput, readSelectRequest } from "@signalbox/engine";

import type { ServiceContext } from "./context/service-context.ts";
import { WARM_UP_SENTENCES } from "./warm-up.data.ts";

const CANDIDATES = 10;
const DECISIONS = 400;

/** One to three of the sentences, another combination each time. */
function textOf(round: number): string {
  const count = WARM_UP_SENTENCES.length;
  return Array.from(
    { length: 1 + (round % 3) },
    (_, part) => WARM_UP_SENTENCES[(round * 7 + part * 5 + Math.floor(round / count)) % count],
  ).join(" ");
}

/** @param isOver ends it early, as when the service stops @returns how many decisions were made */
export async function warmUp(
  { catalog, engine }: Pick<ServiceContext, "catalog" | "engine">,
  isOver: () => boolean,
): Promise<number> {
  const { models } = listModels(catalog);
  const llm_providers = models.slice(0, CANDIDATES).map(({ provider, model }) => ({ provider, model }));
  let made = 0;
  for (; made < DECISIONS && !isOver(); made += 1) {
    const body = { messages: [{ role: "user", content: textOf(made) }], llm_providers };
    engine.current.decide(plainInput({ ...readSelectRequest(body, catalog), explorationDraw: 0.5 }));
    await nextTurn();
  }
  return made;
}
