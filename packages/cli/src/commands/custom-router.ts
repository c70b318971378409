import { SignalboxError, type CustomRouter } from "@signalbox/contracts";
import {
  activateRouter,
  deactivateRouter,
  forgetRouterRows,
  getRouterReport,
  listRouters,
  type Caller,
  type ServiceContext,
} from "@signalbox/server";

import { JSON_OPTION, type Command, type Invocation } from "../command.ts";
import { renderReport, renderRouters } from "../output/router-report.ts";
import { ACCOUNT_OPTION, withAccount } from "./with-service.ts";

const OPTIONS = { account: ACCOUNT_OPTION, json: JSON_OPTION };
export const EXAMPLE_ID = "4b3c2f0e-8d1a-4c56-9f57-0e6a5d1f7c11";

export function readId(invocation: Invocation): string {
  const [id] = invocation.positionals;
  if (id === undefined)
    throw new SignalboxError("bad_request", "Which router? Give its ID; see `signalbox custom-router list`.");
  return id;
}

function print<T>(invocation: Invocation, value: T, render: (value: T) => string): 0 {
  invocation.console.out(invocation.isOn("json") ? `${JSON.stringify(value, null, 2)}\n` : render(value));
  return 0;
}

export interface Target {
  readonly context: ServiceContext;
  readonly caller: Caller;
  readonly id: string;
}

/** @throws SignalboxError conflict when it is not shown to be better and --override is off */
export function switchOn(invocation: Invocation, { context, caller, id }: Target): Promise<CustomRouter> {
  const preferenceId = invocation.text("preference");
  return activateRouter(context, caller, { id, preferenceId, overrides: invocation.isOn("override") });
}

export const routerList: Command = {
  name: "custom-router list",
  usage: "custom-router list [--json]",
  summary: "List the custom routers of an account.",
  details: ["Newest first, at most 200."],
  options: OPTIONS,
  takesConfiguration: true,
  examples: ["signalbox custom-router list"],
  run: async (invocation) => {
    const page = await withAccount(invocation, (context, caller) =>
      listRouters(context, caller, { limit: 200 }),
    );
    return print(invocation, page, ({ data }) => renderRouters(data));
  },
};

export const routerReport: Command = {
  name: "custom-router report",
  usage: "custom-router report ID [--json]",
  summary: "Show what a custom router is worth on held-out rows.",
  details: [
    "Beside it stand the shipped router, each single model, random choice and the best on hindsight.",
  ],
  options: OPTIONS,
  takesConfiguration: true,
  examples: [`signalbox custom-router report ${EXAMPLE_ID}`],
  run: async (invocation) => {
    const id = readId(invocation);
    const report = await withAccount(invocation, (context, caller) => getRouterReport(context, caller, id));
    return print(invocation, report, renderReport);
  },
};

export const routerActivate: Command = {
  name: "custom-router activate",
  usage: "custom-router activate ID [--preference ID] [--override]",
  summary: "Switch a custom router on in a preference.",
  details: ["Writes a new version of the preference, so that every earlier one stays to return to."],
  options: {
    preference: { type: "string", value: "ID", description: "Default: its own, else a new one." },
    override: { type: "boolean", description: "Even when held-out rows do not show it to be better." },
    ...OPTIONS,
  },
  takesConfiguration: true,
  examples: [`signalbox custom-router activate ${EXAMPLE_ID}`],
  run: async (invocation) => {
    const id = readId(invocation);
    const router = await withAccount(invocation, (context, caller) =>
      switchOn(invocation, { context, caller, id }),
    );
    return print(invocation, router, () => `Switched on in preference ${router.preference_id}.\n`);
  },
};

export const routerDeactivate: Command = {
  name: "custom-router deactivate",
  usage: "custom-router deactivate ID",
  summary: "Take a custom router out of its preference again.",
  details: ["The router and its report stay; it can be switched on again."],
  options: OPTIONS,
  takesConfiguration: true,
  examples: [`signalbox custom-router deactivate ${EXAMPLE_ID}`],
  run: async (invocation) => {
    const id = readId(invocation);
    const router = await withAccount(invocation, (context, caller) => deactivateRouter(context, caller, id));
    return print(invocation, router, () => `Switched off ${router.id}.\n`);
  },
};

export const routerForgetRows: Command = {
  name: "custom-router forget-rows",
  usage: "custom-router forget-rows ID",
  summary: "Delete the rows that are kept with a custom router.",
  details: ["The router and its report stay. It can then be trained again only from the file."],
  options: OPTIONS,
  takesConfiguration: true,
  examples: [`signalbox custom-router forget-rows ${EXAMPLE_ID}`],
  run: async (invocation) => {
    const id = readId(invocation);
    const router = await withAccount(invocation, (context, caller) => forgetRouterRows(context, caller, id));
    return print(invocation, router, () => `No rows are kept with ${router.id}.\n`);
  },
};
