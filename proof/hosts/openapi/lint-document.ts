import { readFileSync } from "node:fs";

import { createConfig, lintFromString } from "@redocly/openapi-core";

/** Each broken rule with its place: the structure of OpenAPI, references, unique ids, and examples that fit their schemas. */
export async function lintDocument(path: string): Promise<string[]> {
  const config = await createConfig({
    rules: {
      struct: "error",
      "no-unresolved-refs": "error",
      "operation-operationId-unique": "error",
      "operation-operationId-url-safe": "error",
      "operation-parameters-unique": "error",
      "path-parameters-defined": "error",
      "no-ambiguous-paths": "error",
      "no-identical-paths": "error",
      "no-enum-type-mismatch": "error",
      "no-invalid-media-type-examples": "error",
      "no-invalid-schema-examples": "error",
      "no-undefined-server-variable": "error",
      "security-defined": "error",
      "operation-summary": "error",
    },
  });
  const problems = await lintFromString({ source: readFileSync(path, "utf8"), config });
  return problems.map(
    ({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ""}`,
  );
}
