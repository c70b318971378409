// Calls as text to paste: curl for any shell, TypeScript with the client library, Python with nothing but its standard library.

export interface SnippetRequest {
  readonly messages: unknown;
  readonly llm_providers: unknown;
  readonly [member: string]: unknown;
}

/** The text inside single quotes of a POSIX shell. */
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** @param key undefined: the shell's own SIGNALBOX_API_KEY, which double quotes let it fill in */
export function curlSnippet(baseUrl: string, key: string | undefined, request: SnippetRequest): string {
  const authorization =
    key === undefined
      ? '"authorization: Bearer $SIGNALBOX_API_KEY"'
      : shellQuote(`authorization: Bearer ${key}`);
  return [
    `curl -sS ${shellQuote(`${baseUrl}/api/v1/model-select`)} \\`,
    `  -H ${authorization} \\`,
    `  -H 'content-type: application/json' \\`,
    `  -d ${shellQuote(JSON.stringify(request))}`,
  ].join("\n");
}

/** The environment that the programs below read. */
export const environmentSnippet = (baseUrl: string, key: string | undefined): string =>
  [`export SIGNALBOX_URL=${baseUrl}`, ...(key === undefined ? [] : [`export SIGNALBOX_API_KEY=${key}`])].join(
    "\n",
  );

const indent = (text: string, by: string): string => text.replaceAll("\n", `\n${by}`);

export function typescriptSnippet(baseUrl: string, request: SnippetRequest): string {
  return [
    `import { createSignalbox } from "@signalbox/sdk";`,
    ``,
    `const signalbox = createSignalbox({`,
    `  baseUrl: ${JSON.stringify(baseUrl)},`,
    `  apiKey: process.env.SIGNALBOX_API_KEY,`,
    `});`,
    ``,
    `const { llm_label, session_id } = await signalbox.select(${JSON.stringify(request, null, 2)});`,
  ].join("\n");
}

/** JSON text as a Python literal: the three words differ, strings do not. */
export function pythonLiteral(value: unknown, step = 0): string {
  const pad = "    ".repeat(step + 1);
  const end = "    ".repeat(step);
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) {
    if (value.length === 0) return "[]";
    return `[\n${value.map((one) => `${pad}${pythonLiteral(one, step + 1)},\n`).join("")}${end}]`;
  }
  if (typeof value === "object") {
    const entries = Object.entries(value);
    if (entries.length === 0) return "{}";
    return `{\n${entries.map(([name, one]) => `${pad}${JSON.stringify(name)}: ${pythonLiteral(one, step + 1)},\n`).join("")}${end}}`;
  }
  return JSON.stringify(value);
}

export function pythonSnippet(baseUrl: string, request: SnippetRequest): string {
  return [
    `import json, os, urllib.request`,
    ``,
    `body = ${indent(pythonLiteral(request), "")}`,
    `request = urllib.request.Request(`,
    `    ${JSON.stringify(`${baseUrl}/api/v1/model-select`)},`,
    `    data=json.dumps(body).encode(),`,
    `    headers={`,
    `        "authorization": "Bearer " + os.environ["SIGNALBOX_API_KEY"],`,
    `        "content-type": "application/json",`,
    `    },`,
    `)`,
    `answer = json.load(urllib.request.urlopen(request))`,
    `print(answer["llm_label"], answer["session_id"])`,
  ].join("\n");
}

/** The request for a new key. */
export const FIRST_REQUEST: SnippetRequest = {
  messages: [{ role: "user", content: "Prove that the square root of 2 is irrational." }],
  llm_providers: [
    { provider: "openai", model: "gpt-6.2-sol" },
    { provider: "openai", model: "gpt-6-luna" },
    { provider: "anthropic", model: "claude-haiku-5-5" },
  ],
};
