// An account's corrections of the catalogue and its own models. Decisions of every replica see a change immediately.
import {
  invalid,
  modeAsModel,
  ModelOverrideSchema,
  SignalboxError,
  type ModelOverride,
  type SavedModelOverride,
} from "@signalbox/contracts";
import { findModelInMode } from "@signalbox/engine/internals";

import type { ServiceContext } from "../../context/service-context.ts";
import { actorOf, changeAs, changedBy } from "../audit/change.ts";
import { authorise, type Caller } from "../access/authorise.ts";
import { notFound } from "../faults.ts";
import { toStoredJson } from "../stored-json.ts";
import { ownIdOf } from "./account-catalog.ts";
import { overrideToWire } from "./model-wire.ts";

const OVERRIDES_MAX = 1000;
const SCORES_MAX = 200;
const ID_FORM = /^[a-z0-9][a-z0-9._:@+/-]{0,255}$/;

const faultInPath = (message: string, fix: string): SignalboxError =>
  invalid([{ location: "path.id", message, fix }]);

/** Canonical id of a known spelling, else the account's own spelling in lower case. @throws validation_failed */
function idOf(context: ServiceContext, spelling: string): string {
  const known = context.catalog.resolve({ model: spelling });
  const id = known?.id ?? ownIdOf(spelling);
  if (ID_FORM.test(id)) return id;
  throw faultInPath("It is not a model id.", "Use `vendor/model` of letters, digits and . _ : @ + / -.");
}

/**
 * A correction is of a whole model, and a mode of a known one is no model. An entry that says whether it thinks is a model of the
 * account's own, whatever its name ends in. @throws validation_failed
 */
function refuseModes({ catalog }: ServiceContext, spelling: string, override: ModelOverride): void {
  const known = catalog.resolve({ model: spelling });
  if (known?.namedMode !== undefined)
    throw faultInPath(
      `It names ${known.id} in the mode "${known.namedMode}", and a correction holds in every mode.`,
      `Correct ${known.id}.`,
    );
  if (known !== undefined || override.is_reasoning !== undefined) return;
  const found = findModelInMode(catalog, { model: spelling });
  if (found === undefined) return;
  const { message, fix } = modeAsModel(found.facts.id, found.named.words);
  throw faultInPath(message, fix);
}

/** @throws SignalboxError validation_failed; conflict beyond 1,000 corrections */
export async function putOverride(
  context: ServiceContext,
  caller: Caller,
  input: { readonly id: string; readonly override: ModelOverride },
): Promise<SavedModelOverride> {
  authorise(caller.principal, "models.write");
  const { accountId } = caller.principal;
  const modelId = idOf(context, input.id);
  refuseModes(context, input.id, input.override);
  if (Object.keys(input.override.scores ?? {}).length > SCORES_MAX)
    throw invalid([
      {
        location: "body.scores",
        message: `It holds more than ${SCORES_MAX} scores.`,
        fix: "Keep the most telling ones.",
      },
    ]);
  const schema = ModelOverrideSchema;
  const facts = toStoredJson({ schema, value: input.override, location: "body" });
  const override = {
    accountId,
    modelId,
    facts,
    updatedAtMs: context.clock.nowMs(),
    updatedBy: actorOf(caller.principal).name,
  };
  await changeAs(context, changedBy(caller), async ({ repositories, note }) => {
    const known = await repositories.modelOverrides.list({ accountId });
    if (known.length >= OVERRIDES_MAX && !known.some((entry) => entry.modelId === modelId))
      throw new SignalboxError(
        "conflict",
        `An account holds at most ${OVERRIDES_MAX} corrections. Delete some.`,
      );
    await repositories.modelOverrides.put(override);
    await note({
      action: "model.override",
      targetId: modelId,
      details: { members: Object.keys(facts) },
    });
  });
  return overrideToWire(override);
}

/** @throws SignalboxError not_found */
export async function deleteOverride(context: ServiceContext, caller: Caller, id: string): Promise<void> {
  authorise(caller.principal, "models.write");
  const { accountId } = caller.principal;
  const modelId = idOf(context, id);
  await changeAs(context, changedBy(caller), async ({ repositories, note }) => {
    if (!(await repositories.modelOverrides.delete({ accountId, modelId }))) throw notFound("correction");
    await note({ action: "model.delete_override", targetId: modelId });
  });
}
