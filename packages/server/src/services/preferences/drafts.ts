// Drafts: changes that a member is about to make to a preference. A draft is theirs alone, decides nothing, and waits on the
// server, so that it is there after a reload and in another browser. No version is written and nothing is audited until it is
// saved.
import {
  findPolicyFaults,
  invalid,
  SignalboxError,
  type DraftResult,
  type PutDraft,
} from "@signalbox/contracts";

import type { ServiceContext } from "../../context/service-context.ts";
import { authorise, type Caller } from "../access/authorise.ts";
import { found } from "../faults.ts";
import { toIso } from "../timestamps.ts";
import { toStoredPolicy } from "./check-policy.ts";

interface Own {
  readonly accountId: string;
  readonly userId: string;
}

function ownerOf({ principal }: Caller, right: "preferences.read" | "preferences.write"): Own {
  authorise(principal, right);
  const { accountId } = principal;
  if (principal.kind === "user") return { accountId, userId: principal.userId };
  throw new SignalboxError("forbidden", "Drafts belong to signed-in members.");
}

/** Null where there is none. @throws SignalboxError not_found where there is no such preference */
export async function getDraft(context: ServiceContext, caller: Caller, id: string): Promise<DraftResult> {
  const { preferences } = context.storage;
  const own = ownerOf(caller, "preferences.read");
  found(await preferences.find({ accountId: own.accountId, id }), "preference");
  const draft = await preferences.findDraft({ ...own, preferenceId: id });
  if (draft === undefined) return { draft: null };
  const { name, policy, baseVersion: version, updatedAtMs } = draft;
  const base = await preferences.findVersion({ accountId: own.accountId, id, version });
  if (base === undefined) return { draft: null };
  return {
    draft: {
      name,
      policy,
      base: { version, name: base.name, policy: base.policy },
      updated_at: toIso(updatedAtMs),
    },
  };
}

/** @throws SignalboxError not_found; validation_failed for a policy that cannot be one, or a version that never was */
export async function putDraft(
  context: ServiceContext,
  caller: Caller,
  input: PutDraft & { readonly id: string },
): Promise<DraftResult> {
  const own = ownerOf(caller, "preferences.write");
  const { id, name, base_version: baseVersion } = input;
  const faults = findPolicyFaults(input.policy, "body.policy");
  if (faults.length > 0) throw invalid(faults);
  const { preferences } = context.storage;
  const preference = found(await preferences.find({ accountId: own.accountId, id }), "preference");
  if (baseVersion > preference.version)
    throw invalid([
      {
        location: "body.base_version",
        message: `The preference has only ${preference.version} versions.`,
        fix: "Send the version that the draft was begun on.",
      },
    ]);
  const policy = toStoredPolicy(input.policy);
  const draft = { ...own, preferenceId: id, name, policy, baseVersion, updatedAtMs: context.clock.nowMs() };
  if (!(await preferences.putDraft(draft)))
    throw new SignalboxError("not_found", "There is no such preference.");
  return getDraft(context, caller, id);
}

/** Repeatable: without a draft it changes nothing. @throws SignalboxError not_found where there is no such preference */
export async function deleteDraft(context: ServiceContext, caller: Caller, id: string): Promise<void> {
  const own = ownerOf(caller, "preferences.write");
  found(await context.storage.preferences.find({ accountId: own.accountId, id }), "preference");
  await context.storage.preferences.deleteDraft({ ...own, preferenceId: id });
}
