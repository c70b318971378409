// Sends one HTTP request exactly as given: no header is added that a client did not send, and no address is tidied.
import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";

interface RawRequest {
  readonly method: string;
  /** Everything behind the port, e.g. "//v2/models?provider=openai". */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes and texts go as they are, everything else as JSON; nothing at all when absent. */
  readonly body?: unknown;
}

export interface RawAnswer {
  readonly status: number;
  readonly text: string;
  readonly json: unknown;
}

function payloadOf(body: unknown): Buffer | undefined {
  if (body === undefined) return undefined;
  if (Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
}

/** An object as body is JSON unless the headers say another type; an absent body has neither type nor length above 0. */
export async function sendRaw(url: string, { method, path, headers, body }: RawRequest): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  const payload = payloadOf(body);
  const type = payload === undefined ? {} : { "content-type": "application/json" };
  const length = method === "GET" ? {} : { "content-length": String(payload?.length ?? 0) };
  const message = request({ hostname, port, method, path, headers: { ...type, ...length, ...headers } });
  message.end(payload);
  const [response] = (await once(message, "response")) as [IncomingMessage];
  const answer = await text(response);
  return { status: response.statusCode ?? 0, text: answer, json: JSON.parse(answer) };
}

interface Evaluations {
  readonly promptColumn: string;
  /** Each gets a score and a response a row. */
  readonly labels: readonly string[];
  readonly rows: number;
}

function evaluationsCsv({ promptColumn, labels, rows }: Evaluations): string {
  const columns = labels.flatMap((label) => [`${label}/response`, `${label}/score`]);
  const lines = Array.from({ length: rows }, (_, row) => {
    const cells = labels.flatMap((_label, index) => [
      `"Answer ${row}, at length"`,
      String((row + index) % 2),
    ]);
    return [`"Question ${row}: what is ${row} times 7?"`, ...cells].join(",");
  });
  return [[promptColumn, ...columns].join(","), ...lines, ""].join("\n");
}

/** The form as Python's `requests` writes it: fields first, then the file under the name of a temporary file. */
export function evaluationsForm(
  fields: Readonly<Record<string, string>>,
  evaluations: Evaluations,
): { readonly body: Buffer; readonly headers: Readonly<Record<string, string>> } {
  const boundary = "0f5aa3a1e2b94c5f8d1c5a7e6b3d9f20";
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const file =
    `--${boundary}\r\nContent-Disposition: form-data; name="dataset_file"; filename="tmpa1b2c3.csv"\r\n\r\n` +
    `${evaluationsCsv(evaluations)}\r\n--${boundary}--\r\n`;
  return {
    body: Buffer.from(parts.join("") + file),
    headers: {
      "content-type": `multipart/form-data; boundary=${boundary}`,
      "user-agent": "Python-SDK/0.3.37",
    },
  };
}
