// People of some domains sign in by single sign-on alone: the provider knows when they leave. What is refused depends on the
// domain, which is no secret, and not on whether somebody here has the address.
import { invalid, type Config, type SignalboxError } from "@signalbox/contracts";
import type { Repositories, User } from "@signalbox/storage";

import type { ServiceContext } from "../../../context/service-context.ts";
import { domainOf, isOfDomain, splitDomains } from "./domains.ts";
import { hasException } from "./password-exception.ts";

type OidcConfig = Pick<Config, "oidc">;

/** By what the installation says; an organisation may ask it of its members besides. */
export const isSingleSignOnRequired = ({ oidc }: OidcConfig, email: string): boolean =>
  oidc.requiredDomains !== "" && isOfDomain(email, splitDomains(oidc.requiredDomains));

function refusal({ oidc }: OidcConfig, email: string): SignalboxError {
  return invalid(
    [
      {
        location: "body.email",
        message: `People of ${domainOf(email) ?? "this domain"} sign in by single sign-on here.`,
        fix: `Use \u201c${oidc.label}\u201d on the sign-in page.`,
      },
    ],
    "forbidden",
  );
}

/** For everything but single sign-on. @param repositories those of the transaction, inside one. @throws SignalboxError forbidden */
export async function assertNoSingleSignOn(
  { config, storage, clock }: ServiceContext,
  email: string,
  repositories: Pick<Repositories, "users" | "instance"> = storage,
): Promise<void> {
  if (!isSingleSignOnRequired(config, email)) return;
  const user = await repositories.users.findByEmail(email.trim());
  if (user !== undefined && (await hasException(repositories, user.id, clock.nowMs()))) return;
  throw refusal(config, email);
}

/** For addresses that come or go: the provider is the one who says them. @throws SignalboxError forbidden */
export function assertOwnAddress({ config }: ServiceContext, { email }: Pick<User, "email">): void {
  if (isSingleSignOnRequired(config, email)) throw refusal(config, email);
}
