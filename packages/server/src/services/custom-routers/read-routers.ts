import {
  SignalboxError,
  type CustomRouter,
  type CustomRouterReport,
  type Page,
  type PageQuery,
} from "@signalbox/contracts";

import type { ServiceContext } from "../../context/service-context.ts";
import { authorise, type Caller } from "../access/authorise.ts";
import { found } from "../faults.ts";
import { routerToWire } from "./router-wire.ts";

/** Newest first. */
export async function listRouters(
  context: ServiceContext,
  caller: Caller,
  query: PageQuery,
): Promise<Page<CustomRouter>> {
  authorise(caller.principal, "routers.read");
  const { accountId } = caller.principal;
  const page = await context.storage.customRouters.list({ accountId, ...query });
  const data = await Promise.all(page.items.map((router) => routerToWire(context, router)));
  return { data, next_cursor: page.nextCursor };
}

/** @throws SignalboxError not_found */
export async function getRouter(context: ServiceContext, caller: Caller, id: string): Promise<CustomRouter> {
  authorise(caller.principal, "routers.read");
  const { accountId } = caller.principal;
  const router = found(await context.storage.customRouters.find({ accountId, id }), "custom router");
  return routerToWire(context, router);
}

/** @throws SignalboxError not_found; conflict while there is no report */
export async function getRouterReport(
  context: ServiceContext,
  caller: Caller,
  id: string,
): Promise<CustomRouterReport> {
  authorise(caller.principal, "routers.read");
  const { accountId } = caller.principal;
  const { report, state } = found(
    await context.storage.customRouters.find({ accountId, id }),
    "custom router",
  );
  if (report === null)
    throw new SignalboxError(
      "conflict",
      `The router is ${state}, so it has no report yet. Ask again when it is ready.`,
    );
  const { is_better: _isBetter, ...shown } = report;
  return shown as unknown as CustomRouterReport;
}
