// Bars that keep a signed-in person from everything but their own sign-in, until they have done something about it.
import type { Config } from "@signalbox/contracts";
import type { Account, Repositories, SignInMethod, User } from "@signalbox/storage";

import type { Clock } from "../../context/clock.ts";
import type { Bars } from "../../context/principal.ts";
import { readAccountSettings } from "../accounts/settings.ts";
import {
  isOfDomain,
  readDomains,
  hasException,
  isSingleSignOnRequired,
} from "./single-sign-on/required-domains.ts";

export interface BarSources {
  readonly config: Config;
  readonly clock: Clock;
  readonly repositories: Pick<Repositories, "instance">;
}

interface Entered {
  readonly user: User;
  readonly account: Account;
  readonly signedInBy: SignInMethod;
}

/** Whether the rule holds although the session began otherwise: the operator may have lifted it for the person. */
async function lacksProvider(sources: BarSources, { user, signedInBy }: Entered): Promise<boolean> {
  if (signedInBy === "single sign-on") return false;
  return !(await hasException(sources.repositories, user.id, sources.clock.nowMs()));
}

/** Reads the bars of the organisation that the session looks at. A provider of single sign-on asks for its own second factor. */
export async function barsOf(sources: BarSources, entered: Entered): Promise<Bars> {
  const { user, account, signedInBy } = entered;
  const settings = readAccountSettings(account.settings);
  const isOfAsked =
    settings.single_sign_on_domains.length > 0 &&
    isOfDomain(user.email, readDomains(settings.single_sign_on_domains));
  return {
    lacksSecondFactor: signedInBy === "password" && settings.require_second_factor,
    lacksSingleSignOn: isOfAsked && (await lacksProvider(sources, entered)),
  };
}

/** Whether the installation ends the session: it began before the rule, or the operator's exception is over. */
export async function isBarred(sources: BarSources, entered: Entered): Promise<boolean> {
  return isSingleSignOnRequired(sources.config, entered.user.email) && lacksProvider(sources, entered);
}
