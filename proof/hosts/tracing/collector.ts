// The part of an OpenTelemetry collector that a service sees: an address that takes spans as JSON over HTTP.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

export interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
}

interface Export {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
}

interface Collector {
  readonly url: string;
  /** Everything that came in, as it came. */
  text(): string;
  /** Resolves when the span has come in, with all spans of its trace. @throws Error when it does not within half a minute */
  traceOf(name: string): Promise<readonly SentSpan[]>;
  stop(): void;
}

/** Twenty milliseconds apart. */
const LOOKS_MOST = 1_500;

export async function startCollector(): Promise<Collector> {
  const texts: string[] = [];
  const spans: SentSpan[] = [];
  const server = createServer((request, answer) => {
    const chunks: Buffer[] = [];
    request
      .on("data", (chunk: Buffer) => chunks.push(chunk))
      .once("end", () => {
        const text = Buffer.concat(chunks).toString();
        texts.push(text);
        const { resourceSpans } = JSON.parse(text) as Export;
        spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)));
        answer.setHeader("content-type", "application/json").end("{}");
      });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    text: () => texts.join("\n"),
    traceOf: async (name) => {
      for (let look = 0; look < LOOKS_MOST; look += 1) {
        const found = spans.find((span) => span.name === name);
        if (found !== undefined) return spans.filter(({ traceId }) => traceId === found.traceId);
        await delay(20);
      }
      throw new Error(`No span "${name}" came in; ${spans.length} others did.`);
    },
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
