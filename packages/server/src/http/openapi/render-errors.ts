import { ERROR_TABLE, type ErrorDefinition } from "@signalbox/contracts";

const HEAD = `# Errors

This page is generated from the error table (\`npm run generate\`).

Every fault, also of an unknown address, a wrong method, a malformed or oversized body and of the service itself, is
answered with \`application/problem+json\` (RFC 9457): \`type\`, \`title\`, \`status\`, \`detail\`, \`code\`, \`request_id\`,
and \`errors\` (\`location\`, \`message\`, \`fix\`) where single fields are at fault. \`detail\` is always there and says
what would fix it. A success body never has a member called \`error\`.

| code | status | retry? | meaning | what to do |
|---|---|---|---|---|
`;

/** docs/errors.md, generated from the one table. */
export function renderErrors(): string {
  const rows = Object.entries<ErrorDefinition>(ERROR_TABLE).map(
    ([code, definition]) =>
      `| \`${code}\` | ${definition.status} | ${definition.retryable ? "yes" : "no"} | ${definition.title} | ${definition.docs} |`,
  );
  return `${HEAD}${rows.join("\n")}\n`;
}
