import { isDeepStrictEqual } from "node:util";

import {
  AccountSettingsSchema,
  invalid,
  type Account as AccountWire,
  type AccountSettings,
  type UpdateAccount,
} from "@signalbox/contracts";
import type { Account, Repositories } from "@signalbox/storage";
import { Type } from "typebox";

import type { ServiceContext } from "../../context/service-context.ts";
import { changeAs, changedBy } from "../audit/change.ts";
import { authorise, type Caller } from "../access/authorise.ts";
import { limitKeyLives } from "../keys/key-life.ts";
import { assertWebhookUrl } from "../alerts/account-webhook.ts";
import { purgeStaleText } from "../decisions/purge-text.ts";
import { found } from "../faults.ts";
import { toStoredJson } from "../stored-json.ts";
import { readAccountSettings, accountToWire } from "../accounts/settings.ts";
import { isOfDomain, readDomains } from "../auth/required-domains.ts";

const SettingsPatch = Type.Partial(AccountSettingsSchema);

/** An owner who could not get in any more could not take the rule back either. */
function assertOwnSecondFactor({ principal }: Caller, patch: Partial<AccountSettings>): void {
  if (patch.require_second_factor !== true) return;
  if (principal.kind !== "user" || principal.signedInBy !== "password") return;
  throw invalid([
    {
      location: "body.settings.require_second_factor",
      message: "You signed in without a second factor yourself.",
      fix: "Turn yours on first.",
    },
  ]);
}

interface SettingsChange {
  readonly accountId: string;
  readonly before: AccountSettings;
  readonly patch: Partial<AccountSettings>;
}

/** Reads domains in the form in which they are compared. */
function readSignOnDomains(
  context: ServiceContext,
  { principal }: Caller,
  { before, patch }: Omit<SettingsChange, "accountId">,
): Partial<AccountSettings> {
  const { single_sign_on_domains: texts = [] } = patch;
  const domains = readDomains(texts);
  const isAsBefore = isDeepStrictEqual([...domains], before.single_sign_on_domains);
  if (texts.length === 0 || isAsBefore) return patch;
  const isLockedOut =
    principal.kind === "user" &&
    principal.signedInBy !== "single sign-on" &&
    isOfDomain(principal.email, domains);
  const [message, fix] =
    context.config.oidc.issuer === ""
      ? ["This installation has no provider of single sign-on.", "Let the operator set `oidc.issuer`."]
      : ["You did not sign in by single sign-on yourself.", "Sign in through the provider first."];
  if (isLockedOut || context.config.oidc.issuer === "")
    throw invalid([{ location: "body.settings.single_sign_on_domains", message, fix }]);
  return { ...patch, single_sign_on_domains: [...domains] };
}

async function assertSettings(
  context: ServiceContext,
  repositories: Repositories,
  change: SettingsChange,
): Promise<void> {
  const { retention, default_preference_id: preferenceId } = change.patch;
  assertWebhookUrl(context, change.patch.alert_webhook_url);
  if (retention === "text" && !context.config.retention.allowText)
    throw invalid([
      {
        location: "body.settings.retention",
        message: "This installation keeps no text.",
        fix: "Send `none`, or let the operator turn `retention.allowText` on.",
      },
    ]);
  if (preferenceId === undefined || preferenceId === null) return;
  const preference = await repositories.preferences.find({ accountId: change.accountId, id: preferenceId });
  if (preference === undefined)
    throw invalid([
      {
        location: "body.settings.default_preference_id",
        message: "It is not a preference of this account.",
        fix: "Send the id of one of its preferences, or null.",
      },
    ]);
}

const changedNames = (change: SettingsChange): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(change.patch)
      .filter(([name, value]) => !isDeepStrictEqual(change.before[name as keyof AccountSettings], value))
      .map(([name, value]) => [name, { from: change.before[name as keyof AccountSettings], to: value }]),
  );

export async function updateAccount(
  context: ServiceContext,
  caller: Caller,
  input: UpdateAccount,
): Promise<AccountWire> {
  authorise(caller.principal, "account.update");
  const updated = await changeAccount(context, caller, input);
  if (input.settings?.retention === "none") await purgeStaleText(context, updated);
  return accountToWire(context.config, updated);
}

function changeAccount(context: ServiceContext, caller: Caller, input: UpdateAccount): Promise<Account> {
  const { accountId } = caller.principal;
  return changeAs(context, changedBy(caller), async ({ repositories, note }) => {
    const account = found(await repositories.accounts.find(accountId), "account");
    const before = readAccountSettings(account.settings);
    const value = readSignOnDomains(context, caller, { before, patch: input.settings ?? {} });
    const sent = { schema: SettingsPatch, value, location: "body.settings" };
    assertOwnSecondFactor(caller, input.settings ?? {});
    const change = { accountId, before, patch: toStoredJson(sent) };
    await assertSettings(context, repositories, change);
    const settings = { ...before, ...change.patch };
    const updated = await repositories.accounts.update({ accountId, name: input.name, settings });
    const daysMax = settings.key_days_max;
    if (daysMax !== null) await limitKeyLives(context, repositories, { accountId, daysMax });
    const renamed = input.name === undefined || input.name === account.name ? {} : { name: input.name };
    await note({
      action: "account.update",
      targetId: accountId,
      details: { ...renamed, settings: changedNames(change) },
    });
    return found(updated, "account");
  });
}
