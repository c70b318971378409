// Decides in this process, or asks a service, as the options of the command say.
import { SignalboxError } from "@signalbox/contracts";
import { SignalboxApiError, createSignalbox } from "@signalbox/sdk";
import type { Explanation, Config } from "@signalbox/contracts";
import type { ServiceContext } from "@signalbox/server";
import { plainInput, readSelectRequest } from "@signalbox/engine";
import { createEngineHolder, loadConfiguredCatalog } from "@signalbox/server";
import type { SelectRequest } from "@signalbox/sdk";

/** @throws SignalboxError with the service's own words, and the usage code for what the caller can fix */
export async function byServer<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof SignalboxApiError)) throw cause;
    const isOurs = cause.status >= 400 && cause.status < 500;
    throw new SignalboxError(isOurs ? "bad_request" : "dependency_unavailable", cause.detail, { cause });
  }
}

/** Both ways of deciding answer this. */
interface ExplainedAnswer {
  readonly llm_label: string;
  readonly explanation: Explanation;
}

/** The account that is named, or the only one. @throws SignalboxError bad_request */
export async function findAccountId(
  context: Pick<ServiceContext, "storage">,
  wanted: string | undefined,
): Promise<string> {
  if (wanted !== undefined && (await context.storage.accounts.find(wanted)) !== undefined) return wanted;
  const { items } = await context.storage.accounts.list({ limit: 20 });
  const [only] = items;
  if (wanted === undefined && items.length === 1 && only !== undefined) return only.id;
  const names = items.map(({ id, name }) => `${id} (${name})`).join(", ");
  const detail =
    items.length === 0
      ? "There is no account yet. Start the service once with `signalbox serve`."
      : `Name the account with --account. There are: ${names}.`;
  throw new SignalboxError("bad_request", detail);
}

/**
 * @param key from SIGNALBOX_API_KEY: keys do not belong on a command line, where other users can see them
 * @throws SignalboxError bad_request where there is none
 */
export function requireKey(key: string | undefined): string {
  if (key !== undefined) return key;
  throw new SignalboxError("bad_request", "Put an API key into the environment variable SIGNALBOX_API_KEY.");
}

/** Decides in this process, with the shipped artefact and catalogue; touches no database. */
export async function decideHere(config: Config, body: unknown): Promise<ExplainedAnswer> {
  const catalog = await loadConfiguredCatalog(config);
  const engine = await createEngineHolder(config, catalog);
  const request = readSelectRequest(body, catalog);
  const { label, explanation } = engine.current.decide(plainInput(request));
  return { llm_label: label, explanation };
}

interface ServerQuestion {
  readonly server: string;
  /** From SIGNALBOX_API_KEY. */
  readonly key: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
}

/** @throws SignalboxError with the server's own detail */
export async function decideByServer({ server, key, body }: ServerQuestion): Promise<ExplainedAnswer> {
  const apiKey = requireKey(key);
  try {
    const client = createSignalbox({ baseUrl: server, apiKey });
    // The alias goes under the contract's name, so that the answer can be held against the list.
    const { models, ...request } = body;
    const candidates = { llm_providers: request["llm_providers"] ?? models };
    const answer = await client.select({ ...request, ...candidates } as unknown as SelectRequest);
    if (answer.explanation === undefined)
      throw new SignalboxError("internal", "The service sent no explanation. Update it.");
    return { llm_label: answer.llm_label, explanation: answer.explanation };
  } catch (cause) {
    if (!(cause instanceof SignalboxApiError)) throw cause;
    throw new SignalboxError("dependency_unavailable", cause.detail, { cause });
  }
}
