// Portkey's gateway, without its console, on a free port; announces itself as `child-server.ts` reads it. Its start script reads its
// flags from the command line and says in words that it listens, so the port is chosen here and asked until it answers.
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

const holder = createServer().listen(0, "127.0.0.1");
await once(holder, "listening");
const { port } = holder.address();
holder.close();
await once(holder, "close");

const answers = () =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    for (const event of ["connect", "error"])
      socket.once(event, () => {
        socket.destroy();
        resolve(event === "connect");
      });
  });

const write = process.stdout.write.bind(process.stdout);
// Its own output would stand where the announcement is read.
process.stdout.write = () => true;
process.argv.push(`--port=${port}`, "--headless");
await import("@portkey-ai/gateway/build/start-server.js");
while (!(await answers())) await delay(50);
write(`${JSON.stringify({ url: `http://127.0.0.1:${port}`, key: "none" })}\n`);
