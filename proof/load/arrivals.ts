// Requests at random moments, as independent callers send them: whether or not earlier ones were answered.
import { Agent } from "node:http";

import { mulberry32 } from "@signalbox/engine/numerics";

interface Arrivals {
  /** Sends nothing more, waits for what is under way. */
  stop(): Promise<void>;
}

/** Calls `send` so many times a second on average, the pauses between drawn from an exponential distribution. */
export function startArrivals(perSecond: number, send: (agent: Agent) => Promise<void>): Arrivals {
  const agent = new Agent({ keepAlive: true });
  const underWay = new Set<Promise<void>>();
  const random = mulberry32(7);
  let dueMs = performance.now();
  const timer = setInterval(() => {
    while (dueMs <= performance.now()) {
      const sent = send(agent);
      underWay.add(sent);
      void sent.then(() => underWay.delete(sent));
      dueMs += (-Math.log(1 - random()) / perSecond) * 1000;
    }
  }, 1);
  return {
    stop: async () => {
      clearInterval(timer);
      await Promise.all(underWay);
      agent.destroy();
    },
  };
}
