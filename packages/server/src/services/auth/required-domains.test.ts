import assert from "node:assert/strict";
import { test } from "node:test";

import { domainOf, isOfDomain, splitDomains } from "./required-domains.ts";

test("a domain is one however it is spelt", () => {
  for (const email of ["a@Example.ORG", "a@example.org.", "a@b@example.org", "a@\uff45xample.org"])
    assert.equal(domainOf(email), "example.org", email);
  assert.equal(domainOf("a@m\u00fcnchen.example"), "xn--mnchen-3ya.example");
});

test("domains above, below and beside it are others, and nonsense is of none", () => {
  const domains = splitDomains(" example.org , corp.example,");
  assert.equal(domains.size, 2);
  for (const email of [
    "a@sub.example.org",
    "a@org",
    "a@notexample.org",
    "a@example.org.evil.example",
    "",
    "a@",
  ])
    assert.equal(isOfDomain(email, domains), false, email);
  assert.equal(isOfDomain("a@corp.example", domains), true);
});
