import type { DecisionChain } from "@signalbox/contracts";

import type { ServiceContext } from "../../../context/service-context.ts";
import { authorise, type Caller } from "../../access/authorise.ts";
import { found } from "../../faults.ts";
import { withFeedback } from "./list-decisions.ts";

const SHOWN_MAX = 200;

/** The chain that a decision belongs to, in its order. @throws SignalboxError not_found */
export async function getChain(
  context: ServiceContext,
  caller: Caller,
  sessionId: string,
): Promise<DecisionChain> {
  authorise(caller.principal, "decisions.read");
  const { accountId } = caller.principal;
  const { decisions } = context.storage;
  const { chainId } = found(await decisions.findSummary({ accountId, sessionId }), "decision");
  const chain = await decisions.listChain({ accountId, chainId });
  const isLong = chain.length > SHOWN_MAX;
  const shown = isLong ? [...chain.slice(0, SHOWN_MAX / 2), ...chain.slice(-SHOWN_MAX / 2)] : chain;
  return { chain_id: chainId, data: await withFeedback(context, shown), truncated: isLong };
}
