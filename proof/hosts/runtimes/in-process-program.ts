// The router without a service, also as the fallback of the client: everything from what is published.
import { createCatalog, readShippedArtefact } from "@signalbox/catalog";
import { createRouter, loadRoutingModel } from "@signalbox/engine";
import { createSignalbox } from "@signalbox/sdk";

export interface InProcessOutcome {
  readonly label: string;
  readonly ranking: readonly string[];
  readonly fallbackLabel: string;
  readonly fallbackOrigin: string;
}

const REQUEST = {
  messages: "Prove that the square root of 2 is irrational.",
  llm_providers: [{ model: "openai/gpt-6-luna" }, { model: "openai/gpt-5.6-sol" }],
};

export async function run(): Promise<InProcessOutcome> {
  const model = loadRoutingModel(await readShippedArtefact());
  const router = createRouter({ model, catalog: createCatalog() });
  const { llm_label: label, ranking } = router.select(REQUEST);
  // Nothing listens on the discard port.
  const client = createSignalbox({ baseUrl: "http://127.0.0.1:9", retries: 0, fallback: router });
  const { llm_label: fallbackLabel, origin: fallbackOrigin } = await client.select(REQUEST);
  return { label, ranking: ranking ?? [], fallbackLabel, fallbackOrigin };
}
