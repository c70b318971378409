// A small HTTP/1.1 client on bare sockets: one request in flight per connection, little made for each. It costs far less
// than the servers it measures, which a general client would not.
import { connect, type Socket } from "node:net";

export interface Target {
  readonly host: string;
  readonly port: number;
  /** The next whole request to be sent, head and body. */
  readonly next: () => Buffer;
}

export interface Connection {
  /** Sends one request; the callback gets the status, or 0 when the connection broke. */
  send(done: (status: number) => void): void;
  close(): void;
}

const HEAD_END = Buffer.from("\r\n\r\n");
const LENGTH = /content-length: *(\d+)/i;

/** Length of the first whole answer in the buffer, or 0 when it is not whole yet. */
function answerLength(buffer: Buffer): number {
  const headEnd = buffer.indexOf(HEAD_END);
  if (headEnd < 0) return 0;
  const bodyLength = Number(LENGTH.exec(buffer.toString("latin1", 0, headEnd))?.[1] ?? 0);
  const total = headEnd + HEAD_END.length + bodyLength;
  return buffer.length >= total ? total : 0;
}

export function openConnection(target: Target): Connection {
  const socket: Socket = connect({ host: target.host, port: target.port, noDelay: true });
  let waiting: ((status: number) => void) | undefined;
  let held: Buffer = Buffer.alloc(0);
  const settle = (status: number): void => {
    const done = waiting;
    waiting = undefined;
    done?.(status);
  };
  socket.on("data", (chunk) => {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    const length = answerLength(held);
    if (length === 0) return;
    const status = Number(held.toString("latin1", 9, 12));
    held = held.subarray(length);
    settle(status);
  });
  const broken = (): void => {
    settle(0);
  };
  socket.on("error", broken);
  socket.on("close", broken);
  return {
    send: (done) => {
      if (socket.destroyed) {
        done(0);
        return;
      }
      waiting = done;
      socket.write(target.next());
    },
    close: () => {
      socket.destroy();
    },
  };
}

interface RequestShape {
  readonly url: URL;
  readonly path: string;
  readonly key: string;
  /** One that is sent again and again, or each in turn. */
  readonly body: string | (() => string);
  /** More of them. */
  readonly headers?: Readonly<Record<string, string>>;
}

export function buildTarget({ url, path, key, body, headers = {} }: RequestShape): Target {
  const more = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const head =
    `POST ${path} HTTP/1.1\r\nhost: ${url.host}\r\nauthorization: Bearer ${key}\r\n${more.join("")}` +
    `content-type: application/json\r\ncontent-length: `;
  const bytesOf = (text: string): Buffer => Buffer.from(`${head}${Buffer.byteLength(text)}\r\n\r\n${text}`);
  const place = { host: url.hostname, port: Number(url.port) };
  if (typeof body !== "string") return { ...place, next: () => bytesOf(body()) };
  const bytes = bytesOf(body);
  return { ...place, next: () => bytes };
}
