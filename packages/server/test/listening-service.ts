// A whole service behind a real socket, with a clock that stands still, and what was sent to it byte by byte.
import type { AddressInfo } from "node:net";

import { keyOf } from "./select-client.ts";
import { startTestService, type TestService, type TestServiceOptions } from "./test-service.ts";

export interface HttpAnswer<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly json: T;
}

export interface ListeningService extends TestService {
  readonly url: string;
  readonly key: string;
  /** Under `/api/v1`. */
  post<T>(path: string, body: unknown): Promise<HttpAnswer<T>>;
  get<T>(path: string): Promise<HttpAnswer<T>>;
}

export async function startListeningService(options: TestServiceOptions = {}): Promise<ListeningService> {
  const service = await startTestService(options);
  await service.app.http.listen({ host: "127.0.0.1", port: 0 });
  const { port } = service.app.http.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const key = keyOf(service);
  const call = async <T>(path: string, init: RequestInit): Promise<HttpAnswer<T>> => {
    const response = await fetch(`${url}/api/v1${path}`, {
      ...init,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    });
    return { status: response.status, headers: response.headers, json: (await response.json()) as T };
  };
  return {
    ...service,
    url,
    key,
    post: (path, body) => call(path, { method: "POST", body: JSON.stringify(body) }),
    get: (path) => call(path, {}),
  };
}
