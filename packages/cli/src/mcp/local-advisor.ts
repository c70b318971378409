// The router inside this process, with the shipped artefact and catalogue: no server, no journal, nothing kept on disk.
import { readArtefactFiles } from "@signalbox/catalog";
import { SignalboxError, type Config } from "@signalbox/contracts";
import { createRouter, loadRoutingModel } from "@signalbox/engine";
import { createBoundedMap } from "@signalbox/engine/internals";
import { configuredArtefactDir, loadConfiguredCatalog } from "@signalbox/server";

import type { Advice, Advisor } from "./advisor.ts";

/** Decisions that can still be explained; the oldest is forgotten first. */
const EXPLAINED_MAX = 1000;

/** @throws SignalboxError invalid_artefact, invalid_configuration */
export async function createLocalAdvisor(config: Config): Promise<Advisor> {
  const model = loadRoutingModel(await readArtefactFiles(configuredArtefactDir(config)));
  const router = createRouter({
    model,
    catalog: await loadConfiguredCatalog(config),
    defaults: config.policy,
  });
  const advices = createBoundedMap<Advice>(EXPLAINED_MAX);
  return {
    recommend: async (request) => {
      const answer = router.select({ ...request, include: ["explanation"] });
      if (answer.explanation === undefined)
        throw new SignalboxError("internal", "The router gave no explanation.");
      const { llm_label: label, session_id: sessionId, explanation } = answer;
      const advice: Advice = { label, sessionId, explanation };
      advices.set(sessionId, advice);
      return advice;
    },
    explain: async (sessionId) => {
      const advice = advices.get(sessionId);
      if (advice !== undefined) return advice;
      const detail = "There is no such decision in this process, or it was forgotten. A service keeps them.";
      throw new SignalboxError("not_found", detail);
    },
    report: async () => {
      const detail =
        "Only a service learns from feedback. Start `signalbox mcp` with --server URL, or set SIGNALBOX_URL.";
      throw new SignalboxError("bad_request", detail);
    },
  };
}
