// A language model of the AI SDK that is chosen for each conversation; tools, streams and structured output pass through.
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { createSignalbox } from "@signalbox/sdk";
import { signalbox } from "@signalbox/sdk/ai-sdk";
import { streamText } from "ai";

const openai = createOpenAICompatible({
  name: "openai",
  baseURL: process.env["OPENAI_BASE_URL"] ?? "https://api.openai.com/v1",
  apiKey: process.env["OPENAI_API_KEY"] ?? "",
});
const client = createSignalbox({
  baseUrl: process.env["SIGNALBOX_URL"] ?? "http://127.0.0.1:8787",
  apiKey: process.env["SIGNALBOX_API_KEY"],
  // Called when the service cannot be reached.
  fallback: "openai/gpt-6-luna",
});

const result = streamText({
  model: signalbox([openai("gpt-6-luna"), openai("gpt-6.2-sol")], { client, tradeoff: "cost" }),
  prompt: "Say good morning in one short line.",
});
for await (const text of result.textStream) process.stdout.write(text);
console.log();

const { signalbox: choice } = (await result.providerMetadata) ?? {};
console.log(choice?.["label"], "chosen by:", choice?.["origin"]);
await client.flush();
