// Signalbox chooses, a Portkey gateway calls: it keeps its keys, retries and logs, and gets the model in the body and the
// provider in its header. While a model fails, the next of the ranking is tried.
import { createSignalbox } from "@signalbox/sdk";

const GATEWAY_URL = process.env["PORTKEY_GATEWAY_URL"] ?? "http://127.0.0.1:8787";
/** For models of one's own: the address that the gateway shall call in place of the provider's. */
const CUSTOM_HOST = process.env["PORTKEY_CUSTOM_HOST"];

const signalbox = createSignalbox({
  baseUrl: process.env["SIGNALBOX_URL"] ?? "http://127.0.0.1:8788",
  apiKey: process.env["SIGNALBOX_API_KEY"],
  // Called when the service cannot be reached.
  fallback: "openai/gpt-6-luna",
});

const { value, llm_label, failures } = await signalbox.chat(
  {
    messages: [{ role: "user", content: "Say good morning in one short line." }],
    llm_providers: [
      { provider: "openai", model: "gpt-6-luna" },
      { provider: "openai", model: "gpt-6.2-sol" },
    ],
    tradeoff: "cost",
  },
  async ({ provider, model }, { messages }, { signal }) => {
    const response = await fetch(`${GATEWAY_URL}/v1/chat/completions`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${process.env["OPENAI_API_KEY"]}`,
        "x-portkey-provider": provider,
        ...(CUSTOM_HOST === undefined ? {} : { "x-portkey-custom-host": CUSTOM_HOST }),
      },
      body: JSON.stringify({ model, messages }),
      signal,
    });
    if (!response.ok) throw new Error(`the gateway answers ${response.status}`);
    return (await response.json()) as { choices: { message: { content: string } }[] };
  },
);

console.log(`${llm_label}: ${value.choices[0]?.message.content}`);
for (const { llm_label: failed } of failures) console.log(`(${failed} failed)`);
await signalbox.flush();
