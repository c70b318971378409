import { randomUUID } from "node:crypto";

import type { CreatePreference, Preference } from "@signalbox/contracts";

import type { ServiceContext } from "../../context/service-context.ts";
import { actorOf, changeAs, changedBy } from "../audit/change.ts";
import { authorise, type Caller } from "../access/authorise.ts";
import { assertPolicy } from "./check-policy.ts";
import { assertKnownNames } from "./unknown-names.ts";
import { preferenceToWire } from "./preference-wire.ts";
import { toStoredPolicy } from "./stored-policy.ts";

/** Without a name or policy it is an unnamed preference that changes nothing yet. */
export async function createPreference(
  context: ServiceContext,
  caller: Caller,
  input: CreatePreference,
): Promise<Preference> {
  authorise(caller.principal, "preferences.write");
  const { accountId } = caller.principal;
  const { name = "Unnamed preference", policy = {}, unknown_ok: isUnknownFine = false } = input;
  if (!isUnknownFine) await assertKnownNames(context, { accountId, policy });
  return changeAs(context, changedBy(caller), async ({ repositories, note }) => {
    const isTextAllowed = context.config.retention.allowText;
    await assertPolicy(repositories, { accountId, policy, isTextAllowed });
    const preference = await repositories.preferences.create({
      id: randomUUID(),
      accountId,
      name,
      policy: toStoredPolicy(context, policy),
      atMs: context.clock.nowMs(),
      by: actorOf(caller.principal).name,
    });
    await note({ action: "preference.create", targetId: preference.id, details: { name } });
    return preferenceToWire(preference);
  });
}
