// Which words before a model name are vendors (the model must be theirs), hosts (they serve anybody's models) or mere path.
import { HOSTS, VENDORS, type Vendor } from "../vendors.data.ts";

const hostWords = HOSTS.flatMap(({ id, spellings = [] }) => spellings.concat(id));

/** Words that mean a host or a gateway: they serve models of any vendor. */
export const HOST_WORDS: ReadonlySet<string> = new Set(hostWords);

function namespacesOf({ id, spellings = [] }: Vendor): readonly (readonly [word: string, vendor: string])[] {
  const words = HOST_WORDS.has(id) ? spellings : spellings.concat(id);
  return words.map((word) => [word, id]);
}

/** Namespace as written -> vendor of the catalogue. Models under such a namespace must belong to that vendor. */
export const VENDOR_BY_NAMESPACE: ReadonlyMap<string, string> = new Map(VENDORS.flatMap(namespacesOf));

/** Every word that is known to name a vendor or a host. */
export const PROVIDER_WORDS: readonly string[] = [...HOST_WORDS, ...VENDOR_BY_NAMESPACE.keys()];

/** Vendors whose word means a host alone and the vendor before a dot, as on Bedrock. */
export const DOTTED_VENDORS: ReadonlySet<string> = new Set(
  VENDORS.filter(({ isDottedPrefix }) => isDottedPrefix === true).map(({ id }) => id),
);

/** Words in the middle of a path that name neither vendor nor host. */
export const PATH_WORDS: ReadonlySet<string> = new Set([
  "accounts",
  "models",
  "publishers",
  "deployments",
  "invoke",
  "converse",
  "inference",
  "serverless",
  "endpoints",
  "global",
  "global-standard",
  "us",
  "eu",
  "apac",
  "datazone",
  "standard",
  "1-month-commitment",
  "6-month-commitment",
]);

/** Cloud regions such as "us-east-1", "us-gov-west-1" or "europe-west4". */
export const REGION = /^[a-z]{2,}(-gov)?-[a-z]+-?\d+$/;

/** Prefix of a cross-region inference profile: "us.anthropic.claude-...". */
export const REGION_PREFIX = /^(?:us-gov|us|eu|apac|ap|global|jp|au|ca|sa)\./;
