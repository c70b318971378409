// Whether the counter that replicas share counts.
import { SignalboxError, type Config } from "@signalbox/contracts";
import { probeCounter } from "@signalbox/server";

import { bad, good, type Finding } from "./finding.ts";

const CHECK = "rate limits";

export async function checkCounter({ limits }: Config): Promise<Finding> {
  if (limits.redisUrl === "")
    return good(CHECK, "Each replica counts by itself; `limits.redisUrl` makes them exact over all of them.");
  try {
    await probeCounter(limits.redisUrl);
    return good(CHECK, "The shared counter counts.");
  } catch (cause) {
    if (!(cause instanceof SignalboxError)) throw cause;
    return bad(CHECK, `${cause.detail} Check \`limits.redisUrl\`; until then each replica counts by itself.`);
  }
}
