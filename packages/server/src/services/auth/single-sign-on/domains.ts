// Domains of addresses, compared as the mail system compares them: without regard to case, in ASCII, without a dot at the end.
import { domainToASCII } from "node:url";

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
