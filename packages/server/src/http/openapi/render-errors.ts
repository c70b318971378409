import { ERROR_TABLE, type ErrorDefinition } from "@signalbox/contracts";

const HEAD = `# Errors

This page is generated from the error table (\`npm run generate\`).

The answer to every fault is \`application/problem+json\` (RFC 9457): \`type\`, \`title\`, \`status\`, \`detail\` with the
fix, \`code\`, \`request_id\`, and \`errors\` (\`location\`, \`message\`, \`fix\`) for single fields. A success body never
has a member \`error\`.

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
