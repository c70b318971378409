import { SignalboxError } from "@signalbox/contracts";
import type { ServiceContext } from "@signalbox/server";

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
