import { domainToASCII } from "node:url";
import { type Config, invalid, SignalboxError } from "@signalbox/contracts";
import type { Repositories, User } from "@signalbox/storage";
import type { ServiceContext } from "../../context/service-context.ts";
import { notePerson, OPERATOR } from "../audit/change.ts";
import { notFound } from "../faults.ts";

// Domains whose people sign in by the provider alone, and the exceptions that an operator grants.

// Domains of addresses, compared as the mail system compares them: without regard to case, in ASCII, without a dot at the end.

/** Undefined for a text that names no domain. */
function readDomain(text: string): string | undefined {
  const domain = domainToASCII(text.trim()).replace(/\.$/, "");
  return domain === "" ? undefined : domain;
}

export const domainOf = (email: string): string | undefined =>
  readDomain(email.slice(email.lastIndexOf("@") + 1));

export function readDomains(texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.map(readDomain).filter((domain) => domain !== undefined));
}

export const splitDomains = (text: string): ReadonlySet<string> => readDomains(text.split(","));

export function isOfDomain(email: string, domains: ReadonlySet<string>): boolean {
  const domain = domainOf(email);
  return domain !== undefined && domains.has(domain);
}

// The way in for a person when single sign-on is required and the provider is down: for a time, and only by the command line
// on the machine itself.
const MINUTES_MAX = 1440;

const keyOf = (userId: string): string => `password-allowed:${userId}`;

/** Until when the person may sign in without the provider. @throws SignalboxError not_found, bad_request */
export async function allowPassword(
  context: ServiceContext,
  input: { readonly email: string; readonly minutes: number },
): Promise<Date> {
  const { email, minutes } = input;
  if (!(minutes >= 1 && minutes <= MINUTES_MAX))
    throw new SignalboxError("bad_request", `Give a number of minutes from 1 to ${MINUTES_MAX}.`);
  const user = await context.storage.users.findByEmail(email.trim());
  if (user === undefined) throw notFound("person");
  const untilMs = context.clock.nowMs() + minutes * 60_000;
  await context.storage.transaction(async (repositories) => {
    await repositories.instance.set(keyOf(user.id), String(untilMs));
    const noted = { action: "user.allow_password", details: { minutes } };
    await notePerson(context, repositories, { user, by: OPERATOR, ...noted });
  });
  return new Date(untilMs);
}

export async function hasException(
  { instance }: Pick<Repositories, "instance">,
  userId: string,
  nowMs: number,
): Promise<boolean> {
  const until = await instance.find(keyOf(userId));
  return until !== undefined && Number(until) > nowMs;
}

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
