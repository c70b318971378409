// Bodies that are no JSON, or JSON that nobody should send, by what is wrong with them.

export const MALFORMED: Readonly<Record<string, string | Buffer>> = {
  "a cut document": '{"messages": [',
  "single quotes": "{'messages': []}",
  "NaN as a price": '{"messages":"x","llm_providers":[{"model":"m/x","price":NaN}]}',
  "Infinity as a price": '{"messages":"x","llm_providers":[{"model":"m/x","price":Infinity}]}',
  "bytes that are not UTF-8": Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  "a __proto__ key":
    '{"messages":"x","llm_providers":[{"model":"m/x","attributes":{"__proto__":{"quality":1}}}]}',
  "a hidden __proto__ key": '{"messages":"x","\\u005f_proto__":{},"llm_providers":[{"model":"m/x"}]}',
  "endless nesting": `{"messages":"x","llm_providers":[{"model":"m/x"}],"deep":${"[".repeat(100_000)}${"]".repeat(100_000)}}`,
  "nested tool parameters": `{"messages":"x","llm_providers":[{"model":"m/x"}],"tools":[{"name":"t","parameters":${'{"a":'.repeat(500)}1${"}".repeat(500)}}]}`,
};
