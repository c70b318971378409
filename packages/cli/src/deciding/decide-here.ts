import type { Config } from "@signalbox/contracts";
import { plainInput, readSelectRequest } from "@signalbox/engine";
import { createEngineHolder, loadConfiguredCatalog } from "@signalbox/server";

import type { ExplainedAnswer } from "./explained-answer.ts";

/** Decides in this process, with the shipped artefact and catalogue; touches no database. */
export async function decideHere(config: Config, body: unknown): Promise<ExplainedAnswer> {
  const catalog = await loadConfiguredCatalog(config);
  const engine = await createEngineHolder(config, catalog);
  const request = readSelectRequest(body, catalog);
  const promptVector = await engine.transformer?.requests.findPatiently(request, "");
  const decision = engine.current.decide(plainInput({ ...request, promptVector }));
  const { explanation } = decision;
  await engine.close();
  return { llm_label: decision.label, explanation };
}
