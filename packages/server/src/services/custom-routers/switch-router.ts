// Switching a trained router on writes a new version of a preference, so that switching back is a rollback like any other.
import { randomUUID } from "node:crypto";

import {
  SignalboxError,
  type CustomRouter as CustomRouterWire,
  type UpdateCustomRouter,
} from "@signalbox/contracts";
import type { CustomRouter, Repositories } from "@signalbox/storage";

import type { ServiceContext } from "../../context/service-context.ts";
import { changeAs, type ChangeBy, changedBy } from "../audit/change.ts";
import { authorise, type Caller } from "../access/authorise.ts";
import { found, notFound } from "../faults.ts";
import { trainAgain } from "./create-router.ts";
import { refusalOf } from "./passed-over.ts";
import { needsTraining, routerToWire } from "./read-routers.ts";

interface Activation {
  readonly id: string;
  /** The preference that shall route by it; absent: the one it was trained for, else a new one. */
  readonly preferenceId?: string | undefined;
  /** Switch it on even if held-out rows do not show it to be better. */
  readonly overrides?: boolean | undefined;
}

function assertUsable(router: CustomRouter, overrides: boolean): void {
  // A router that is being trained again, or failed to be, still has what it learned before.
  if (router.report === null)
    throw new SignalboxError(
      "conflict",
      `The router is ${router.state}; only a trained one can be switched on.`,
    );
  if (!router.hasArtefact)
    throw new SignalboxError(
      "conflict",
      "The rows gave no evidence for a change, so there is nothing to switch on: the shipped router stays.",
    );
  if (router.report?.["is_better"] !== true && !overrides)
    throw new SignalboxError(
      "conflict",
      "Held-out rows do not show this router to be better than the shipped one. Read the report, or send `override: true`.",
    );
}

interface Target {
  readonly accountId: string;
  readonly router: CustomRouter;
  readonly preferenceId: string | undefined;
  readonly by: string;
  readonly atMs: number;
}

/** The preference that carries the router from now on. */
async function carry(repositories: Repositories, target: Target): Promise<string> {
  const { accountId, router, by, atMs } = target;
  const id = target.preferenceId ?? router.preferenceId ?? undefined;
  if (id === undefined) {
    const policy = { custom_router_id: router.id };
    const created = await repositories.preferences.create({
      id: randomUUID(),
      accountId,
      name: router.name,
      policy,
      atMs,
      by,
    });
    return created.id;
  }
  const current = found(await repositories.preferences.find({ accountId, id }), "preference");
  const policy = { ...current.policy, custom_router_id: router.id };
  await repositories.preferences.update({ accountId, id, policy, by, atMs });
  return id;
}

/** @throws SignalboxError not_found; conflict when it is not trained or not better */
export async function activateAs(
  context: ServiceContext,
  changer: ChangeBy,
  activation: Activation,
): Promise<CustomRouter> {
  const { accountId } = changer;
  return changeAs(context, changer, async ({ repositories, note }) => {
    const router = found(
      await repositories.customRouters.find({ accountId, id: activation.id }),
      "custom router",
    );
    assertUsable(router, activation.overrides === true);
    if (needsTraining(context, router)) throw new SignalboxError("conflict", refusalOf(router));
    const atMs = context.clock.nowMs();
    const by = changer.actor.name;
    const preferenceId = await carry(repositories, {
      accountId,
      router,
      preferenceId: activation.preferenceId,
      by,
      atMs,
    });
    const change = { accountId, id: router.id, preferenceId, nowMs: atMs };
    const updated = found(await repositories.customRouters.update(change), "custom router");
    await note({
      action: "custom_router.activate",
      targetId: router.id,
      details: { preference_id: preferenceId },
    });
    return updated;
  });
}

/** @throws SignalboxError not_found */
export async function deactivateAs(
  context: ServiceContext,
  changer: ChangeBy,
  id: string,
): Promise<CustomRouterWire> {
  const { accountId } = changer;
  return changeAs(context, changer, async ({ repositories, note }) => {
    const router = found(await repositories.customRouters.find({ accountId, id }), "custom router");
    const atMs = context.clock.nowMs();
    const preference =
      router.preferenceId === null
        ? undefined
        : await repositories.preferences.find({ accountId, id: router.preferenceId });
    if (preference?.policy.custom_router_id === id) {
      const { custom_router_id: _routerId, ...policy } = preference.policy;
      const by = changer.actor.name;
      await repositories.preferences.update({ accountId, id: preference.id, policy, by, atMs });
    }
    await note({ action: "custom_router.deactivate", targetId: id });
    return routerToWire(context, router, repositories);
  });
}

/** Stops a training. @throws SignalboxError not_found; conflict when it had ended */
async function cancel(context: ServiceContext, changer: ChangeBy, id: string): Promise<CustomRouterWire> {
  const { accountId } = changer;
  const cancelled = await changeAs(context, changer, async ({ repositories, note }) => {
    if ((await repositories.customRouters.find({ accountId, id })) === undefined)
      throw notFound("custom router");
    if (!(await repositories.customRouters.cancel({ accountId, id, nowMs: context.clock.nowMs() })))
      throw new SignalboxError("conflict", "The training has ended already; there is nothing to cancel.");
    await note({ action: "custom_router.cancel", targetId: id });
    const router = found(await repositories.customRouters.find({ accountId, id }), "custom router");
    return routerToWire(context, router, repositories);
  });
  // Afterwards and part by part; what a crash leaves goes with the next purge.
  await context.storage.customRouters.deleteEvidence({ accountId, id, kind: "upload" });
  return cancelled;
}

/** @throws SignalboxError not_found; conflict where the state cannot be reached from the present one */
export async function updateRouter(
  context: ServiceContext,
  caller: Caller,
  {
    id,
    state,
    preference_id: preferenceId,
    override: overrides = false,
  }: UpdateCustomRouter & { readonly id: string },
): Promise<CustomRouterWire> {
  authorise(caller.principal, "routers.write");
  const changer = changedBy(caller);
  if (state === "on")
    return routerToWire(context, await activateAs(context, changer, { id, preferenceId, overrides }));
  if (state === "off") return deactivateAs(context, changer, id);
  if (state === "training") return trainAgain(context, caller, { id, overrides });
  return cancel(context, changer, id);
}
