// One connection that sends whatever bytes it is given and reads one answer: what a client library would refuse to send gets out.
import { connect, type Socket } from "node:net";

export interface ExchangedAnswer {
  /** 0 = the connection ended without an answer. */
  readonly status: number;
  readonly head: string;
  readonly text: string;
  readonly ms: number;
}

interface Exchange {
  ask(bytes: Buffer, isHead: boolean): Promise<ExchangedAnswer>;
  close(): void;
}

const HEAD_END = "\r\n\r\n";
const LAST_CHUNK = Buffer.from("0\r\n\r\n");
/** Time without a byte after which an answer is given up: a large export may take longer in all. @unit milliseconds */
const PATIENCE_MS = 60_000;

interface Read {
  readonly status: number;
  readonly head: string;
  readonly text: string;
  readonly isLast: boolean;
}

/** As long as the answer is not whole: how many bytes there must be at least. */
function readAnswer(held: Buffer, isHead: boolean): Read | number {
  const headEnd = held.indexOf(HEAD_END);
  if (headEnd < 0) return held.length + 1;
  const head = held.toString("latin1", 0, headEnd);
  const status = Number(head.slice(9, 12));
  const rest = held.subarray(headEnd + HEAD_END.length);
  if (status < 200) {
    const answer = readAnswer(rest, isHead);
    return typeof answer === "number" ? answer + held.length - rest.length : answer;
  }
  const isLast = /^connection: *close/im.test(head);
  const whole = (text: string): Read => ({ status, head, text, isLast });
  if (isHead || status === 204 || status === 304) return whole("");
  if (/^content-type: *text\/event-stream/im.test(head)) return { status, head, text: "", isLast: true };
  const length = /^content-length: *(\d+)/im.exec(head)?.[1];
  if (length !== undefined)
    return rest.length >= Number(length)
      ? whole(rest.toString())
      : held.length - rest.length + Number(length);
  const isChunked = /^transfer-encoding: *chunked/im.test(head);
  const isWhole = isChunked && rest.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK);
  return isWhole ? whole(rest.toString()) : held.length + 1;
}

export function openExchange(host: string, port: number): Exchange {
  let socket: Socket | undefined;
  let waiting: ((answer: Read | undefined) => void) | undefined;
  let parts: Buffer[] = [];
  let heldBytes = 0;
  let neededBytes = 0;
  let isHeadAsked = false;
  let patience: NodeJS.Timeout | undefined;
  const settle = (answer: Read | undefined): void => {
    const done = waiting;
    waiting = undefined;
    [parts, heldBytes, neededBytes] = [[], 0, 0];
    done?.(answer);
  };
  const take = (chunk: Buffer): void => {
    patience?.refresh();
    parts.push(chunk);
    heldBytes += chunk.length;
    if (heldBytes < neededBytes) return;
    parts = [Buffer.concat(parts)];
    const answer = readAnswer(parts[0] ?? chunk, isHeadAsked);
    if (typeof answer === "number") neededBytes = answer;
    else settle(answer);
  };
  const open = (): Socket => {
    const opened = connect({ host, port, noDelay: true });
    opened.on("data", (chunk) => {
      if (opened === socket) take(chunk);
    });
    const ended = (): void => {
      if (opened === socket) settle(undefined);
    };
    opened.on("error", ended).on("close", ended);
    return opened;
  };
  const drop = (): void => {
    socket?.destroy();
    socket = undefined;
  };
  return {
    ask: async (bytes, isHead) => {
      const startedMs = performance.now();
      const { promise, resolve } = Promise.withResolvers<Read | undefined>();
      waiting = resolve;
      isHeadAsked = isHead;
      if (socket === undefined || socket.destroyed) socket = open();
      socket.write(bytes);
      patience = setTimeout(() => settle(undefined), PATIENCE_MS);
      const answer = await promise;
      clearTimeout(patience);
      if (answer === undefined || answer.isLast) drop();
      const { status = 0, head = "", text = "" } = answer ?? {};
      return { status, head, text, ms: performance.now() - startedMs };
    },
    close: drop,
  };
}
