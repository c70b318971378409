import type { Config } from "@signalbox/contracts";
import { plainInput, readSelectRequest } from "@signalbox/engine";
import { createEngineHolder, loadConfiguredCatalog } from "@signalbox/server";

import type { ExplainedAnswer } from "./explained-answer.ts";

/** Decides in this process, with the shipped artefact and catalogue; touches no database. */
export async function decideHere(config: Config, body: unknown): Promise<ExplainedAnswer> {
  const catalog = await loadConfiguredCatalog(config);
  const engine = await createEngineHolder(config, catalog);
  const request = readSelectRequest(body, catalog);
  const { label, explanation } = engine.current.decide(plainInput(request));
  return { llm_label: label, explanation };
}
