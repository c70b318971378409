// The savings of prompts that a person types: nothing is journalled.
import {
  catalogAt,
  SignalboxError,
  type PlaygroundSavings,
  type PlaygroundSavingsRequest,
} from "@signalbox/contracts";
import { readMessages } from "@signalbox/engine/internals";

import type { Principal } from "../../context/principal.ts";
import type { ServiceContext } from "../../context/service-context.ts";
import { authorise } from "../access/authorise.ts";
import { candidatesOf, compareWays } from "./compare-ways.ts";

/** @throws SignalboxError invalid_data where no prompt can be compared */
export async function trySavings(
  { accounts, engine, clock }: ServiceContext,
  principal: Principal,
  { prompts, models, now }: PlaygroundSavingsRequest,
): Promise<PlaygroundSavings> {
  authorise(principal, "decisions.make");
  const state = await accounts.get(principal.accountId);
  const candidates = candidatesOf({ catalog: catalogAt(state.catalog, clock.nowMs()), models, now }, []);
  const requests = prompts.map((prompt) => readMessages(prompt));
  const report = await compareWays(engine.current, candidates, requests);
  if (report === undefined)
    throw new SignalboxError(
      "invalid_data",
      "No prompt can be compared: each of the models needs a price. Name models of the catalogue, or give them a price.",
    );
  return {
    now: report.now,
    requests: report.requests,
    left_out: report.leftOut,
    rows: report.rows.map(({ name, usd, saved, points, picks }) => ({
      name,
      usd,
      saved,
      points,
      picks: { ...picks },
    })),
  };
}
