import type { CustomRouterCheck } from "@signalbox/contracts";
import type { CustomRouter, Repositories } from "@signalbox/storage";
import {
  type CustomRouter as CustomRouterWire,
  type CustomRouterDetail,
  type CustomRouterReport,
  type Page,
  type PageQuery,
} from "@signalbox/contracts";
import type { ServiceContext } from "../../context/service-context.ts";
import { toIso } from "../timestamps.ts";
import { compareOnRows } from "./compare-rows.ts";
import { keptRowsOf } from "./passed-over.ts";
import { basisOf } from "./router-artefact.ts";
import { authorise, type Caller } from "../access/authorise.ts";
import { found } from "../faults.ts";

const STATUS = {
  uploading: "queued",
  queued: "queued",
  running: "training",
  done: "ready",
  failed: "failed",
  cancelled: "cancelled",
} as const;

/** The policy of its preference alone tells whether it is switched on: it may be edited, rolled back or deleted there. */
async function isSwitchedOn(
  { preferences }: Pick<Repositories, "preferences">,
  { accountId, id, preferenceId }: CustomRouter,
): Promise<boolean> {
  if (preferenceId === null) return false;
  const preference = await preferences.find({ accountId, id: preferenceId });
  return preference?.policy.custom_router_id === id;
}

/** Whether decisions pass it over, because it was trained on another artefact or by a release that stored another form. */
export function needsTraining(
  { engine }: Pick<ServiceContext, "engine">,
  { state, hasArtefact, upload }: CustomRouter,
): boolean {
  const isWorking = state === "queued" || state === "running";
  return !isWorking && hasArtefact && upload["basis"] !== basisOf(engine.artefactVersion);
}

function heldOutOf(report: CustomRouter["report"]): CustomRouterWire["held_out"] {
  if (report === null) return null;
  const { router, shipped, gain, rows_held_out: rows } = report as unknown as CustomRouterReport;
  const [own, other] = [router.usd_mean, shipped?.usd_mean ?? null];
  return {
    rows,
    score: router.score_mean,
    gain,
    usd_change: own === null || other === null || other === 0 ? null : own / other - 1,
  };
}

/** @param repositories of the transaction that changes it, where there is one */
export async function routerToWire(
  context: Pick<ServiceContext, "engine" | "storage">,
  router: CustomRouter,
  repositories: Pick<Repositories, "preferences"> = context.storage,
): Promise<CustomRouterWire> {
  const { labels, checks, rows } = router.upload;
  return {
    id: router.id,
    name: router.name,
    status: STATUS[router.state],
    needs_training: needsTraining(context, router),
    kept_rows: keptRowsOf(router)?.rows ?? 0,
    is_active: await isSwitchedOn(repositories, router),
    preference_id: router.preferenceId,
    progress: router.progress,
    phase: router.stage,
    rows: typeof rows === "number" ? rows : 0,
    labels: Array.isArray(labels) ? (labels as string[]) : [],
    checks: Array.isArray(checks) ? (checks as CustomRouterCheck[]) : [],
    error: router.error,
    held_out: heldOutOf(router.report),
    created_at: toIso(router.createdAtMs),
    updated_at: toIso(router.updatedAtMs),
  };
}

/** Newest first. */
export async function listRouters(
  context: ServiceContext,
  caller: Caller,
  query: PageQuery,
): Promise<Page<CustomRouterWire>> {
  authorise(caller.principal, "routers.read");
  const { accountId } = caller.principal;
  const page = await context.storage.customRouters.list({ accountId, ...query });
  const data = await Promise.all(page.items.map((router) => routerToWire(context, router)));
  return { data, next_cursor: page.nextCursor };
}

/**
 * @param other judged beside it on the rows that both were trained from
 * @throws SignalboxError not_found
 */
export async function getRouter(
  context: ServiceContext,
  caller: Caller,
  { id, other }: { readonly id: string; readonly other?: string | undefined },
): Promise<CustomRouterDetail> {
  authorise(caller.principal, "routers.read");
  const { accountId } = caller.principal;
  const router = found(await context.storage.customRouters.find({ accountId, id }), "custom router");
  const { is_better: _isBetter, ...report } = router.report ?? {};
  return {
    ...(await routerToWire(context, router)),
    report: router.report === null ? null : (report as unknown as CustomRouterReport),
    common: other === undefined ? null : await compareOnRows(context, caller, { a: id, b: other }),
  };
}
