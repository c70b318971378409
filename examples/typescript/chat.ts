// Signalbox chooses, the official OpenAI client calls: streamed, down the ranking while models fail, with seconds and tokens
// reported by themselves.
import { createSignalbox } from "@signalbox/sdk";
import { OpenAI } from "openai";

const openai = new OpenAI();
const signalbox = createSignalbox({
  baseUrl: process.env["SIGNALBOX_URL"] ?? "http://127.0.0.1:8787",
  apiKey: process.env["SIGNALBOX_API_KEY"],
  // Called when the service cannot be reached.
  fallback: "openai/gpt-6-luna",
});

const messages = [{ role: "user" as const, content: "Say good morning in one short line." }];
const answer = await signalbox.stream(
  {
    messages,
    llm_providers: [
      { provider: "openai", model: "gpt-6-luna" },
      { provider: "openai", model: "gpt-6.2-sol" },
    ],
    tradeoff: "cost",
  },
  ({ model }, _request, { signal }) =>
    openai.chat.completions.create(
      { model, messages, stream: true, stream_options: { include_usage: true } },
      { signal },
    ),
);

console.log(`${answer.llm_label}, chosen by: ${answer.selection.origin}`);
for await (const chunk of answer) process.stdout.write(chunk.choices[0]?.delta.content ?? "");
console.log();

// Credited to the model that answered; nothing is sent when the service did not choose.
await answer.feedback("up");
await signalbox.flush();
