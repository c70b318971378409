import assert from "node:assert/strict";
import { test } from "node:test";

import { readAudit } from "./read-audit.ts";

const ABOUT = {
  source: 1,
  name: "left",
  dependency: "left",
  title: "Prototype pollution in left",
  url: "https://github.com/advisories/GHSA-xxxx-xxxx-xxxx",
  severity: "high",
  cvss: { score: 7.5, vectorString: null },
  range: "<1.2.0",
};

test("an advisory is named once, with its package, however many packages depend on it", () => {
  const report = {
    auditReportVersion: 2,
    vulnerabilities: {
      left: { name: "left", severity: "high", via: [ABOUT], effects: ["right"], range: "<1.2.0" },
      right: { name: "right", severity: "high", via: ["left"], effects: [], range: "*" },
    },
    metadata: { vulnerabilities: { high: 2, total: 2 } },
  };
  const audit = readAudit(JSON.stringify(report));
  assert.ok(audit.kind === "answered");
  assert.deepEqual(
    audit.advisories.map((advisory) => [advisory.package, advisory.severity, advisory.range]),
    [["left", "high", "<1.2.0"]],
  );
});

test("a report without advisories is an answer, and a registry that takes no questions gives none", () => {
  assert.deepEqual(readAudit('{"auditReportVersion":2,"vulnerabilities":{},"metadata":{}}'), {
    kind: "answered",
    advisories: [],
  });
  const refused = readAudit('{"message":"405 Method Not Allowed","statusCode":405,"error":{}}');
  assert.deepEqual(refused, { kind: "silent", reason: "405 Method Not Allowed" });
  assert.equal(readAudit("").kind, "silent");
});
