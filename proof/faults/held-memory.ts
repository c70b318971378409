// The memory that a process still holds once its garbage is collected. Resident memory says little about a leak: V8 lets garbage
// of the old heap lie until it is worth a full collection, which a calm service reaches after hours. Asked through Node's
// inspector, which a process opens on SIGUSR1.
import { setTimeout as delay } from "node:timers/promises";

const OPENS_MS = 10_000;
const TRY_EVERY_MS = 100;
const MB = 2 ** 20;

/** Flags of the process, so that its inspector is found. */
export function inspectorFlags(port: number): string {
  return `--inspect-port=127.0.0.1:${port}`;
}

async function socketUrl(port: number): Promise<string> {
  const untilMs = performance.now() + OPENS_MS;
  for (;;) {
    try {
      const answer = await fetch(`http://127.0.0.1:${port}/json/list`);
      const [target] = (await answer.json()) as { readonly webSocketDebuggerUrl: string }[];
      if (target !== undefined) return target.webSocketDebuggerUrl;
    } catch (error) {
      if (performance.now() > untilMs) throw error;
    }
    await delay(TRY_EVERY_MS);
  }
}

interface Reply {
  readonly id?: number;
  readonly result?: { readonly result?: { readonly value?: unknown } };
}

function call(socket: WebSocket, id: number, method: string, params: object = {}): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const onMessage = ({ data }: MessageEvent): void => {
    const reply = JSON.parse(String(data)) as Reply;
    if (reply.id !== id) return;
    socket.removeEventListener("message", onMessage);
    resolve(reply);
  };
  socket.addEventListener("message", onMessage);
  socket.addEventListener("close", () => reject(new Error("The inspector went away.")), { once: true });
  socket.send(JSON.stringify({ id, method, params }));
  return promise;
}

/**
 * Heap and buffers of the deciding thread after two full collections (the second one takes what finalisers of the first let go).
 * @returns MB
 */
export async function heldMb(pid: number, port: number): Promise<number> {
  process.kill(pid, "SIGUSR1");
  const socket = new WebSocket(await socketUrl(port));
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve, { once: true });
    socket.addEventListener("error", reject, { once: true });
  });
  try {
    await call(socket, 1, "HeapProfiler.collectGarbage");
    await call(socket, 2, "HeapProfiler.collectGarbage");
    const expression = "(({ heapUsed, external }) => heapUsed + external)(process.memoryUsage())";
    const { result } = await call(socket, 3, "Runtime.evaluate", { expression, returnByValue: true });
    return Number(result?.result?.value) / MB;
  } finally {
    socket.close();
  }
}
