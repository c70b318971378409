// The work of one attacker against a service while other accounts use it. Each returns what ends it.
import { fork } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { getPriority, setPriority } from "node:os";

import { buildTarget, openConnection, type Connection, type Target } from "../load/raw-client.ts";
import { BODY } from "../load/checked-load.ts";
import { ATTACK_BODIES } from "./attack-bodies.ts";

export type Attack = () => () => void;

/** An attack whose requests are counted. */
type CountedAttack = () => () => number;

/** Connections of the account that sends hostile shapes. */
const HOSTILE_CONNECTIONS = 4;
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

/**
 * Each connection sends its next request as soon as the one before was answered.
 * @param isCutOff whether the end closes connections that still wait for an answer
 */
export function crowd(target: Target, connections: number, isCutOff = false): CountedAttack {
  return () => {
    let isOver = false;
    let sent = 0;
    const open: Connection[] = [];
    for (let count = 0; count < connections; count += 1) {
      const connection = openConnection(target);
      open.push(connection);
      const next = (): void => {
        sent += 1;
        connection.send((status) => (isOver || status === 0 ? connection.close() : next()));
      };
      next();
    }
    return () => {
      isOver = true;
      if (isCutOff) for (const connection of open) connection.close();
      return sent;
    };
  };
}

/** One connection that asks at an even pace, as far as it is answered. */
function metronome(target: Target, requestsPerSecond: number): Attack {
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
function hostileUploads({ url, key }: { readonly url: URL; readonly key: string }): CountedAttack {
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

/** The work of an attacker's process. */
interface Order {
  readonly url: string;
  readonly key: string;
  /** An attack by its name, plain decisions at a pace, or uploads. */
  readonly what: { readonly shape: string } | { readonly perSecond: number } | "uploads";
}

export interface AttackProcess {
  readonly begin: (order: Order) => void;
  /** Resolves with the requests that it has sent. */
  readonly end: () => Promise<number>;
  readonly stop: () => void;
}

/** Below the client that measures, so that making bodies of megabytes is not taken for a slow answer. */
const NICER = 5;

/** A process of its own: what an attack costs its sender delays nothing that is measured. */
export async function startAttackProcess(): Promise<AttackProcess> {
  const child = fork(import.meta.filename, { execArgv: ["--disable-warning=ExperimentalWarning"] });
  await once(child, "message");
  if (child.pid !== undefined) setPriority(child.pid, Math.min(19, getPriority() + NICER));
  return {
    begin: (order) => void child.send(order),
    end: async () => {
      child.send("end");
      const [sent] = (await once(child, "message")) as [number];
      return sent;
    },
    stop: () => void child.kill(),
  };
}

function obey({ url, key, what }: Order): () => number {
  if (what === "uploads") return hostileUploads({ url: new URL(url), key })();
  const at = { url: new URL(url), key };
  if ("perSecond" in what) {
    const plain = buildTarget({ ...at, path: "/api/v1/model-select", body: BODY });
    const end = metronome(plain, what.perSecond)();
    return () => {
      end();
      return 0;
    };
  }
  const attack = ATTACK_BODIES.find(({ name }) => name === what.shape);
  if (attack === undefined) throw new Error(`There is no attack "${what.shape}".`);
  return crowd(buildTarget({ ...at, path: attack.path, body: attack.body }), HOSTILE_CONNECTIONS, true)();
}

if (import.meta.main) {
  let end = (): number => 0;
  process.on("message", (message: Order | "end") => {
    if (message === "end") process.send?.(end());
    else end = obey(message);
  });
  process.send?.(0);
}
