// The AI SDK of the two majors before the one that the client library is built with: the routed model is of the version of
// its members, so each major finds its own. With members that are too new a major says so by itself.
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";

import { createOpenAICompatible as createNewest } from "@ai-sdk/openai-compatible";
import type * as AiSdk from "ai";
import { z } from "zod";

import { createSignalbox, type Signalbox } from "@signalbox/sdk";
import { signalbox } from "@signalbox/sdk/ai-sdk";

import { answerOf, startFakeProvider, type FakeProvider } from "../../load/fake-provider.ts";
import { startRunningService, type RunningService } from "../running-service.ts";

/** The newest types are near enough to check this file with; the calls here are alike in all majors. */
type Ai = Pick<typeof AiSdk, "generateText" | "streamText" | "generateObject" | "tool" | "stepCountIs">;
type CreateProvider = typeof createNewest;

const MAJORS = [
  { major: 5, version: "v2" },
  { major: 6, version: "v3" },
] as const;

let service: RunningService;
let provider: FakeProvider;
let client: Signalbox;
before(async () => {
  [service, provider] = await Promise.all([startRunningService(), startFakeProvider()]);
  client = createSignalbox({ baseUrl: service.url, apiKey: service.apiKey });
});
after(async () => {
  await client.flush();
  await provider.close();
  await service.stop();
});
beforeEach(() => {
  provider.reset();
});

async function load(major: number): Promise<{ readonly ai: Ai; readonly create: CreateProvider }> {
  const ai = (await import(`ai-${major}`)) as Ai;
  const { createOpenAICompatible: create } = (await import(`openai-compatible-${major}`)) as {
    readonly createOpenAICompatible: CreateProvider;
  };
  return { ai, create };
}

function modelsOf(create: CreateProvider) {
  const openai = create({
    name: "openai",
    baseURL: provider.url,
    apiKey: "provider-key",
    supportsStructuredOutputs: true,
  });
  return [openai("gpt-4o"), openai("gpt-4o-mini")];
}

for (const { major, version } of MAJORS) {
  test(`AI SDK ${major}: text, streams, structured output, tools and falling over`, async () => {
    const { ai, create } = await load(major);
    const model = signalbox(modelsOf(create), { client });
    assert.equal(model.specificationVersion, version);
    const prompt = "What is the capital of Portugal?";
    const generated = await ai.generateText({ model, prompt });
    assert.equal(generated.text, answerOf(provider.models()[0] ?? ""));
    assert.equal(generated.providerMetadata?.["signalbox"]?.["origin"], "service");
    const streamed = ai.streamText({ model, prompt });
    assert.equal(await streamed.text, answerOf(provider.models()[1] ?? ""));
    const metadata = await streamed.providerMetadata;
    assert.equal(metadata?.["signalbox"]?.["label"], `openai/${provider.models()[1]}`);
    provider.reset(() => ({ text: '{"city":"Lisbon"}' }));
    const schema = z.object({ city: z.string() });
    assert.deepEqual((await ai.generateObject({ model, prompt, schema })).object, { city: "Lisbon" });
    let count = 0;
    provider.reset(({ model: name }) => ((count += 1) === 1 ? { status: 500 } : { text: answerOf(name) }));
    assert.equal(await ai.streamText({ model, prompt }).text, answerOf(provider.models()[1] ?? ""));
  });

  test(`AI SDK ${major}: a loop of tools keeps its session`, async () => {
    const { ai, create } = await load(major);
    provider.reset(({ body, model: name }) =>
      JSON.stringify(body["messages"]).includes('"role":"tool"')
        ? { text: answerOf(name) }
        : { toolCalls: [{ name: "weather", arguments: { city: "Lisbon" } }] },
    );
    const weather = ai.tool({
      description: "The weather in a city.",
      inputSchema: z.object({ city: z.string() }),
      execute: ({ city }) => `It is sunny in ${city}.`,
    });
    const { steps } = await ai.generateText({
      model: signalbox(modelsOf(create), { client }),
      prompt: "What is the weather in Lisbon?",
      tools: { weather },
      stopWhen: ai.stepCountIs(3),
    });
    const sessions = steps.map((step) => step.providerMetadata?.["signalbox"]?.["sessionId"] as string);
    const answer = await fetch(`${service.url}/api/v1/decisions/${sessions[1]}`, {
      headers: { authorization: `Bearer ${service.apiKey}` },
    });
    const { previous_session: previous } = (await answer.json()) as { readonly previous_session: string };
    assert.deepEqual([previous, sessions.length], [sessions[0], 2]);
  });

  test(`AI SDK ${major} refuses members of a newer version by name`, async () => {
    const { ai } = await load(major);
    const model = signalbox(modelsOf(createNewest), { client });
    await assert.rejects(ai.generateText({ model, prompt: "Hello" }), {
      name: "AI_UnsupportedModelVersionError",
    });
  });
}
