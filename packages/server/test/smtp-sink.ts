// A mail server on a real socket that accepts everything and keeps it, for tests.
import { createServer, type Socket } from "node:net";
import type { AddressInfo } from "node:net";

export interface SmtpSink {
  readonly url: string;
  /** Resolves with the next message that arrives, headers included. */
  nextMessage(): Promise<string>;
  close(): Promise<void>;
}

interface Session {
  buffer: string;
  isInData: boolean;
}

function answerLine(socket: Socket, session: Session, line: string): void {
  const verb = line.slice(0, 4).toUpperCase();
  if (verb === "DATA") {
    session.isInData = true;
    socket.write("354 go on\r\n");
  } else if (verb === "QUIT") socket.end("221 bye\r\n");
  else socket.write("250 ok\r\n");
}

function read(socket: Socket, session: Session, deliver: (message: string) => void): void {
  for (;;) {
    const end = session.isInData ? session.buffer.indexOf("\r\n.\r\n") : session.buffer.indexOf("\r\n");
    if (end < 0) return;
    const piece = session.buffer.slice(0, end);
    session.buffer = session.buffer.slice(end + (session.isInData ? 5 : 2));
    if (session.isInData) {
      session.isInData = false;
      deliver(piece);
      socket.write("250 kept\r\n");
    } else answerLine(socket, session, piece);
  }
}

/** Quoted-printable text as it was written. */
export const decodeMail = (message: string): string =>
  message
    .replaceAll("=\r\n", "")
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));

export async function startSmtpSink(): Promise<SmtpSink> {
  const waiting: ((message: string) => void)[] = [];
  const kept: string[] = [];
  const deliver = (message: string): void => {
    const next = waiting.shift();
    if (next === undefined) kept.push(message);
    else next(message);
  };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const session: Session = { buffer: "", isInData: false };
    sockets.add(socket);
    socket.setEncoding("utf8");
    socket.write("220 sink\r\n");
    socket.on("data", (chunk) => {
      session.buffer += String(chunk);
      read(socket, session, deliver);
    });
    socket.on("error", () => socket.destroy());
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    nextMessage: () =>
      new Promise((resolve) => {
        const message = kept.shift();
        if (message === undefined) waiting.push(resolve);
        else resolve(message);
      }),
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
