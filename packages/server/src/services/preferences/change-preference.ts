// Changes of a preference: each writes a new version; a rollback writes an earlier one's content as the newest.
import {
  findPolicyFaults,
  invalid,
  type Preference,
  type PreferencePolicy,
  type UpdatePreference,
} from "@signalbox/contracts";
import type { Repositories } from "@signalbox/storage";

import type { ServiceContext } from "../../context/service-context.ts";
import { actorOf, changeAs, changedBy } from "../audit/change.ts";
import { authorise, type Caller } from "../access/authorise.ts";
import { readAccountSettings } from "../accounts/settings.ts";
import { endExperiment } from "../experiments/end-experiment.ts";
import { found, notFound } from "../faults.ts";
import { assertPolicy, toStoredPolicy } from "./check-policy.ts";
import { assertKnownNames } from "./unknown-names.ts";
import { preferenceToWire } from "./preferences.ts";

interface Change {
  readonly repositories: Repositories;
  readonly id: string;
  readonly policy: PreferencePolicy | undefined;
}

/** Keeps the experiment of the preference, if one ends by this change. */
/** Ended experiments that an account keeps; the oldest go first. */
const EXPERIMENTS_KEPT = 100;

async function endFor(
  context: ServiceContext,
  { principal }: Caller,
  { repositories, id, policy }: Change,
): Promise<void> {
  const before = await repositories.preferences.find({ accountId: principal.accountId, id });
  if (before === undefined) return;
  const by = actorOf(principal).name;
  await endExperiment(repositories, {
    before,
    policy,
    atMs: context.clock.nowMs(),
    by,
    keep: EXPERIMENTS_KEPT,
  });
}

type Input = UpdatePreference & { readonly id: string };

/** @throws SignalboxError not_found; conflict when `expected_version` is no longer the current one */
export async function updatePreference(
  context: ServiceContext,
  caller: Caller,
  input: Input,
): Promise<Preference> {
  authorise(caller.principal, "preferences.write");
  if (input.restore !== undefined)
    return restoreVersion(context, caller, { ...input, restore: input.restore });
  const { accountId } = caller.principal;
  const { id, name, policy: sent, expected_version: expectedVersion, unknown_ok: isUnknownFine } = input;
  if (sent !== undefined && isUnknownFine !== true) {
    const current = await context.storage.preferences.find({ accountId, id });
    await assertKnownNames(context, { accountId, policy: sent, before: current?.policy });
  }
  return changeAs(context, changedBy(caller), async ({ repositories, note }) => {
    const isTextAllowed = context.config.retention.allowText;
    if (sent !== undefined) await assertPolicy(repositories, { accountId, policy: sent, isTextAllowed });
    const policy = sent && toStoredPolicy(sent);
    if (policy !== undefined) await endFor(context, caller, { repositories, id, policy });
    const by = actorOf(caller.principal).name;
    const change = { accountId, id, name, policy, expectedVersion, by, atMs: context.clock.nowMs() };
    const updated = found(await repositories.preferences.update(change), "preference");
    await note({ action: "preference.update", targetId: id, details: { version: updated.version } });
    return preferenceToWire(updated);
  });
}

/** @throws SignalboxError not_found, also for a version that never was; invalid beside other members */
async function restoreVersion(
  context: ServiceContext,
  caller: Caller,
  { id, restore: version, ...others }: Input & { readonly restore: number },
): Promise<Preference> {
  const [other] = Object.keys(others);
  if (other !== undefined)
    throw invalid([
      {
        location: other,
        message: "It cannot go with `restore`.",
        fix: "Restore the version first, then change it.",
      },
    ]);
  const { accountId } = caller.principal;
  return changeAs(context, changedBy(caller), async ({ repositories, note }) => {
    const past = await repositories.preferences.findVersion({ id, version, accountId });
    if (past !== undefined) await endFor(context, caller, { repositories, id, policy: past.policy });
    const by = actorOf(caller.principal).name;
    const change = { id, version, accountId, by, atMs: context.clock.nowMs() };
    const restored = found(await repositories.preferences.rollback(change), "preference or version");
    // The release that stored the version may have taken rules that this one refuses; the transaction then takes it back.
    const faults = findPolicyFaults(restored.policy, `version ${version}`);
    if (faults.length > 0) throw invalid(faults);
    const details = { restored_version: version, version: restored.version };
    await note({ action: "preference.rollback", targetId: id, details });
    return preferenceToWire(restored);
  });
}

/** Past decisions keep their version. An account's default that names it is cleared. @throws SignalboxError not_found */
export async function deletePreference(context: ServiceContext, caller: Caller, id: string): Promise<void> {
  authorise(caller.principal, "preferences.write");
  const { accountId } = caller.principal;
  await changeAs(context, changedBy(caller), async ({ repositories, note }) => {
    const atMs = context.clock.nowMs();
    await endFor(context, caller, { repositories, id, policy: undefined });
    if (!(await repositories.preferences.delete({ accountId, id, atMs }))) throw notFound("preference");
    const account = found(await repositories.accounts.find(accountId), "account");
    if (readAccountSettings(account.settings).default_preference_id === id)
      await repositories.accounts.update({
        accountId,
        settings: { ...readAccountSettings(account.settings), default_preference_id: null },
      });
    await note({ action: "preference.delete", targetId: id });
  });
}
