import type { OverviewTags } from "@signalbox/contracts";

import type { ServiceContext } from "../../context/service-context.ts";
import { authorise, type Caller } from "../access/authorise.ts";

const SPAN_MS = 30 * 86_400_000;
/** Of each tag. */
const VALUES_MAX = 50;

/** Tags of the newest decisions with their most frequent values, for filters, groups and rules to choose from. */
export async function listTags(context: ServiceContext, caller: Caller): Promise<OverviewTags> {
  authorise(caller.principal, "overview.read");
  const { accountId } = caller.principal;
  const fromMs = context.clock.nowMs() - SPAN_MS;
  const tags = await context.storage.groups.readTags({ accountId, fromMs, valuesMax: VALUES_MAX });
  return {
    data: tags.map(({ name, values }) => ({
      name,
      values: values.map(({ value, decisions }) => ({ value, decisions })),
    })),
  };
}
