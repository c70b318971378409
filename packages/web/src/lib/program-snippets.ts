// Calls of programs that ask and then call the model: beside the OpenAI client, in the AI SDK, before a gateway. Each names the
// address of this service and takes the key from the environment, so that it can be committed as it is.

/** The environment that every program below reads. */
export const environmentSnippet = (baseUrl: string, key: string | undefined): string =>
  [`export SIGNALBOX_URL=${baseUrl}`, ...(key === undefined ? [] : [`export SIGNALBOX_API_KEY=${key}`])].join(
    "\n",
  );

const imported = (names: string, from: string): string => `import ${names} from "${from}";`;

const client = (name: string, baseUrl: string): string[] => [
  `const ${name} = createSignalbox({`,
  `  baseUrl: process.env.SIGNALBOX_URL ?? ${JSON.stringify(baseUrl)},`,
  `  apiKey: process.env.SIGNALBOX_API_KEY,`,
  `  fallback: "openai/gpt-6-luna",`,
  `});`,
];

const CANDIDATES = [
  `    llm_providers: [`,
  `      { provider: "openai", model: "gpt-6-luna" },`,
  `      { provider: "openai", model: "gpt-6.2-sol" },`,
  `    ],`,
] as const;

export const openaiSnippet = (baseUrl: string): string =>
  [
    `// npm install @signalbox/sdk openai`,
    imported("{ createSignalbox }", "@signalbox/sdk"),
    imported("{ OpenAI }", "openai"),
    ``,
    `const openai = new OpenAI();`,
    ...client("signalbox", baseUrl),
    ``,
    `const messages = [{ role: "user", content: "Say good morning in one short line." }];`,
    `const answer = await signalbox.chat(`,
    `  {`,
    `    messages,`,
    ...CANDIDATES,
    `  },`,
    `  ({ model }, _request, { signal }) => openai.chat.completions.create({ model, messages }, { signal }),`,
    `);`,
    `console.log(answer.llm_label, answer.value.choices[0].message.content);`,
    `await answer.feedback("up");`,
    `await signalbox.flush();`,
  ].join("\n");

export const aiSdkSnippet = (baseUrl: string): string =>
  [
    `// npm install @signalbox/sdk ai @ai-sdk/openai-compatible`,
    imported("{ createOpenAICompatible }", "@ai-sdk/openai-compatible"),
    imported("{ createSignalbox }", "@signalbox/sdk"),
    imported("{ signalbox }", "@signalbox/sdk/ai-sdk"),
    imported("{ generateText }", "ai"),
    ``,
    `const openai = createOpenAICompatible({`,
    `  name: "openai",`,
    `  baseURL: "https://api.openai.com/v1",`,
    `  apiKey: process.env.OPENAI_API_KEY,`,
    `});`,
    ...client("client", baseUrl),
    ``,
    `const { text } = await generateText({`,
    `  model: signalbox([openai("gpt-6-luna"), openai("gpt-6.2-sol")], { client, tradeoff: "cost" }),`,
    `  prompt: "Say good morning in one short line.",`,
    `});`,
    `console.log(text);`,
    `await client.flush();`,
  ].join("\n");

export const gatewaySnippet = (baseUrl: string): string =>
  [
    `// npm install @signalbox/sdk; any gateway that speaks the OpenAI protocol: LiteLLM, Portkey, OpenRouter`,
    imported("{ createSignalbox }", "@signalbox/sdk"),
    ``,
    ...client("signalbox", baseUrl),
    ``,
    `const { llm_label, value } = await signalbox.chat(`,
    `  {`,
    `    messages: [{ role: "user", content: "Say good morning in one short line." }],`,
    ...CANDIDATES,
    `  },`,
    `  async ({ model }, { messages }, { signal }) => {`,
    "    const response = await fetch(`${process.env.GATEWAY_URL}/v1/chat/completions`, {",
    `      method: "POST",`,
    `      headers: {`,
    `        "content-type": "application/json",`,
    "        authorization: `Bearer ${process.env.GATEWAY_API_KEY}`,",
    `      },`,
    `      body: JSON.stringify({ model, messages }),`,
    `      signal,`,
    `    });`,
    "    if (!response.ok) throw new Error(`the gateway answers ${response.status}`);",
    `    return await response.json();`,
    `  },`,
    `);`,
    `console.log(llm_label, value.choices[0].message.content);`,
    `await signalbox.flush();`,
  ].join("\n");
