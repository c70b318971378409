// @musistudio/llms before the upstream that the first argument names, on a free port; announces itself as `child-server.ts` reads it.
import { createRequire } from "node:module";

// Its module form cannot be imported: it asks for a `require` that modules do not have.
const { default: Server } = createRequire(import.meta.url)("@musistudio/llms");

const [upstream] = process.argv.slice(2);
const model = "gpt-4o-mini";
const server = new Server({
  logger: false,
  initialConfig: {
    HOST: "127.0.0.1",
    PORT: "0",
    LOG: false,
    providers: [
      { name: "upstream", api_base_url: `${upstream}/v1/chat/completions`, api_key: "none", models: [model] },
    ],
  },
});
await server.start();
const { port } = server.app.server.address();
process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}`, key: "none" })}\n`);
