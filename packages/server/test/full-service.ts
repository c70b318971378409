// The whole service with its real artefact and its background work, called as a client with the first key.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { loadConfig } from "../src/config/load-config.ts";
import { createService, type Service } from "../src/composition/create-service.ts";
import { prepareFirstStart } from "../src/composition/first-start.ts";
import { createLogger } from "../src/context/logger.ts";

export interface FullAnswer<T> {
  readonly status: number;
  readonly json: T;
  readonly headers: Readonly<Record<string, unknown>>;
}

export interface FullService {
  readonly service: Service;
  /** Buffers are sent as they are, everything else as JSON. */
  call<T>(
    method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
    url: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<FullAnswer<T>>;
  /** Asks again until the answer is as wanted; the last one when it never is. */
  until<T>(url: string, isWanted: (json: T) => boolean): Promise<T>;
  close(): Promise<void>;
}

const POLLS_MAX = 1200;
const POLL_MS = 100;

export async function startFullService(flags: Record<string, string> = {}): Promise<FullService> {
  const dataDir = mkdtempSync(join(tmpdir(), "signalbox-full-"));
  const config = loadConfig({ file: undefined, env: {}, flags: { "data-dir": dataDir, ...flags } });
  const service = await createService({ config, logger: createLogger("silent") });
  await service.app.http.ready();
  const first = await prepareFirstStart(service.context);
  const call: FullService["call"] = async (method, url, body, headers = {}) => {
    const isRaw = Buffer.isBuffer(body);
    const type = body === undefined || isRaw ? {} : { "content-type": "application/json" };
    const response = await service.app.http.inject({
      method,
      url,
      headers: { authorization: `Bearer ${first?.key ?? ""}`, ...type, ...headers },
      ...(body === undefined ? {} : { payload: isRaw ? body : JSON.stringify(body) }),
    });
    const { statusCode: status, headers: answered } = response;
    return { status, json: JSON.parse(response.payload), headers: answered };
  };
  return {
    service,
    call,
    until: async <T>(url: string, isWanted: (json: T) => boolean): Promise<T> => {
      for (let poll = 1; ; poll += 1) {
        const { json } = await call<T>("GET", url);
        if (isWanted(json) || poll === POLLS_MAX) return json;
        await wait(POLL_MS);
      }
    },
    close: async () => {
      await service.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
