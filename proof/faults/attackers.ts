// The work of one attacker against a service while other accounts use it. Each returns what ends it.
import { connect, type Socket } from "node:net";

import { openConnection, type Target } from "../load/raw-client.ts";

export type Attack = () => () => void;

/** An attack whose requests are counted. */
export type CountedAttack = () => () => number;

const IDLE_SOCKETS = 1_000;
const SLOW_BODIES = 100;
const SLOW_BODY_BYTES = 8 * 1024 * 1024;
/** A whole body takes most of the half minute that the service waits for one. @unit milliseconds */
const SLOW_BODY_MS = 20_000;
const PIECE_MS = 200;

function openSockets(target: Pick<Target, "host" | "port">, count: number): readonly Socket[] {
  return Array.from({ length: count }, () =>
    connect({ host: target.host, port: target.port }).on("error", () => {
      // One that the service closes has failed to take anything from it.
    }),
  );
}

function closeAll(sockets: readonly Socket[]): void {
  for (const socket of sockets) socket.destroy();
}

/** Each connection sends its next request as soon as the one before was answered. */
export function crowd(target: Target, connections: number): CountedAttack {
  return () => {
    let isOver = false;
    let sent = 0;
    for (let count = 0; count < connections; count += 1) {
      const connection = openConnection(target);
      const next = (): void => {
        sent += 1;
        connection.send((status) => (isOver || status === 0 ? connection.close() : next()));
      };
      next();
    }
    return () => {
      isOver = true;
      return sent;
    };
  };
}

/** One connection that asks at an even pace, as far as it is answered. */
export function metronome(target: Target, requestsPerSecond: number): Attack {
  return () => {
    const connection = openConnection(target);
    let isFree = true;
    const timer = setInterval(() => {
      if (!isFree) return;
      isFree = false;
      connection.send(() => (isFree = true));
    }, 1_000 / requestsPerSecond);
    return () => {
      clearInterval(timer);
      connection.close();
    };
  };
}

/** Half of them say nothing, half begin a head that they never finish. */
export function idleSockets(target: Target): Attack {
  return () => {
    const sockets = openSockets(target, IDLE_SOCKETS);
    for (const socket of sockets.slice(IDLE_SOCKETS >> 1))
      socket.write("POST /api/v1/model-select HTTP/1.1\r\nho");
    return () => closeAll(sockets);
  };
}

/** Valid requests of one key, each with a conversation of 8 MB that arrives piece by piece, and the next one after it. */
export function slowBodies({ host, port, key }: { host: string; port: number; key: string }): Attack {
  const head =
    `POST /api/v1/model-select HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${key}\r\n` +
    `content-type: application/json\r\ncontent-length: ${SLOW_BODY_BYTES}\r\n\r\n`;
  const [before, after] = [
    '{"messages":[{"role":"user","content":"',
    '"}],"llm_providers":["openai/gpt-5"]}',
  ];
  const words = "what is slow "
    .repeat(SLOW_BODY_BYTES / 13 + 1)
    .slice(0, SLOW_BODY_BYTES - before.length - after.length);
  const bytes = Buffer.from(head + before + words + after);
  const pieces = SLOW_BODY_MS / PIECE_MS;
  return () => {
    const sockets = openSockets({ host, port }, SLOW_BODIES);
    let piece = 0;
    const timer = setInterval(() => {
      const [from, to] = [piece, piece + 1].map((at) => Math.floor((at * bytes.length) / pieces));
      for (const socket of sockets) socket.write(bytes.subarray(from, to));
      piece = (piece + 1) % pieces;
    }, PIECE_MS);
    return () => {
      clearInterval(timer);
      closeAll(sockets);
    };
  };
}

const ENDLESS_BYTES = 16 * 1024 * 1024;

/** One file of evaluations after the other whose first line never ends; each begins a training where the account may have one more. */
export function hostileUploads({ url, key }: { readonly url: URL; readonly key: string }): CountedAttack {
  const head =
    '--border\r\ncontent-disposition: form-data; name="dataset_file"; filename="own.csv"\r\n' +
    "content-type: text/csv\r\n\r\n";
  const body = Buffer.concat([
    Buffer.from(head),
    Buffer.alloc(ENDLESS_BYTES, "prompt,"),
    Buffer.from("\r\n--border--\r\n"),
  ]);
  const headers = { authorization: `Bearer ${key}`, "content-type": "multipart/form-data; boundary=border" };
  return () => {
    const ending = new AbortController();
    let sent = 0;
    const upload = async (): Promise<void> => {
      while (!ending.signal.aborted) {
        sent += 1;
        const answer = await fetch(new URL("/api/v1/custom-routers", url), { method: "POST", headers, body });
        await answer.arrayBuffer();
      }
    };
    upload().catch(() => {
      // Ending it breaks off the upload under way.
    });
    return () => {
      ending.abort();
      return sent;
    };
  };
}
