// Decisions of the service in this process, under a key of its own: they stand in its journal like those of any key.
import { invalid } from "@signalbox/contracts";
import { requestBody } from "@signalbox/engine";
import type { Decider } from "@signalbox/gateway";
import {
  allPages,
  createKey,
  listKeys,
  recordFeedback,
  selectModel,
  type Caller,
  type Principal,
  type ServiceContext,
} from "@signalbox/server";

import { findAccountId } from "../deciding/find-account-id.ts";

const KEY_NAME = "Gateway";
const SCOPES = ["select", "feedback"] as const;

/** One key serves every start. */
async function keyIdOf(context: ServiceContext, caller: Caller): Promise<string> {
  const pages = allPages(async ({ limit, cursor }) => {
    const { data, next_cursor: nextCursor } = await listKeys(context, caller, {
      limit,
      ...(cursor !== undefined && { cursor }),
    });
    return { items: data, nextCursor };
  });
  for await (const { id, name } of pages) if (name === KEY_NAME) return id;
  return (await createKey(context, caller, { name: KEY_NAME, scopes: [...SCOPES] })).id;
}

export async function createLocalDecider(context: ServiceContext): Promise<Decider> {
  const accountId = await findAccountId(context, undefined);
  const owner: Principal = { kind: "local", accountId };
  const keyId = await keyIdOf(context, { principal: owner, address: undefined });
  const principal: Principal = {
    kind: "key",
    accountId,
    keyId,
    scopes: new Set(SCOPES),
    requestsPerMinute: 0,
    lineageId: keyId,
    admits: undefined,
  };
  return {
    decide: async (body) => {
      if (!requestBody.isValid(body)) throw invalid(requestBody.faultsOf(body));
      return (await selectModel(context, principal, { body })).response;
    },
    report: async (feedback) => {
      await recordFeedback(context, { principal, address: undefined }, feedback);
    },
  };
}
