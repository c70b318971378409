// Counts the clients of a gateway that was started for them: each holds a connection open, and a while after the last has gone
// the gateway is not used any more.
import type { ServerResponse } from "node:http";

export interface LeaseOptions {
  /** From the end of the last lease, or the start. @unit milliseconds */
  readonly lingerMs: number;
  /** Called at most once. */
  readonly onUnused: () => void;
}

export interface Leases {
  /** Holds the answer open until its client goes. */
  take(response: ServerResponse): void;
  readonly count: number;
  close(): void;
}

export function createLeases(options: LeaseOptions | undefined): Leases {
  const held = new Set<ServerResponse>();
  let timer: NodeJS.Timeout | undefined;
  const linger = (): void => {
    clearTimeout(timer);
    if (options !== undefined && held.size === 0) timer = setTimeout(options.onUnused, options.lingerMs);
  };
  linger();
  return {
    take: (response) => {
      clearTimeout(timer);
      held.add(response);
      response.on("close", () => {
        held.delete(response);
        linger();
      });
      response.writeHead(200, { "content-type": "text/plain" });
      response.write("held\n");
    },
    get count() {
      return held.size;
    },
    close: () => {
      clearTimeout(timer);
    },
  };
}
