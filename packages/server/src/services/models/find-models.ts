import type { ModelsAnswer, ModelsQuery } from "@signalbox/contracts";

import type { ServiceContext } from "../../context/service-context.ts";
import type { Caller } from "../access/authorise.ts";
import { listModels } from "./list-models.ts";

/** The list of the account, narrowed to what was asked for. */
export async function findModels(
  context: ServiceContext,
  caller: Caller,
  { q = "", limit }: ModelsQuery,
): Promise<ModelsAnswer> {
  const answer = await listModels(context, caller);
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0 && limit === undefined) return answer;
  const isMeant = ({ id, name }: { readonly id: string; readonly name: string }): boolean => {
    const text = `${id} ${name}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return { ...answer, data: answer.data.filter(isMeant).slice(0, limit) };
}
