import { SignalboxError, type CustomRouter } from "@signalbox/contracts";
import { getRouter, listRouters, updateRouter, type Caller, type ServiceContext } from "@signalbox/server";

import { JSON_OPTION, type Command, type Invocation } from "../command.ts";
import { renderReport, renderRouters } from "../output/router-report.ts";
import { ACCOUNT_OPTION, withAccount } from "./with-service.ts";

const OPTIONS = { account: ACCOUNT_OPTION, json: JSON_OPTION };
export const EXAMPLE_ID = "4b3c2f0e-8d1a-4c56-9f57-0e6a5d1f7c11";

export function readId(invocation: Invocation): string {
  const [id] = invocation.positionals;
  if (id === undefined)
    throw new SignalboxError("bad_request", "Which router? Give its ID; see `signalbox custom-router show`.");
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
  const preference_id = invocation.text("preference");
  return updateRouter(context, caller, {
    id,
    state: "on",
    ...(preference_id === undefined ? {} : { preference_id }),
    override: invocation.isOn("override"),
  });
}

export const routerShow: Command = {
  name: "custom-router show",
  usage: "custom-router show [ID] [--json]",
  summary: "Show the report of a custom router on held-out rows; without ID, list the routers.",
  details: [
    "The report compares it with the shipped router, each single model, random choice and the best in hindsight.",
    "Lists the newest 200.",
  ],
  options: OPTIONS,
  takesConfiguration: true,
  examples: ["signalbox custom-router show", `signalbox custom-router show ${EXAMPLE_ID}`],
  run: (invocation) =>
    withAccount(invocation, async (context, caller) => {
      const [id] = invocation.positionals;
      if (id === undefined)
        return print(invocation, await listRouters(context, caller, { limit: 200 }), ({ data }) =>
          renderRouters(data),
        );
      const { report, status } = await getRouter(context, caller, { id });
      if (report !== null) return print(invocation, report, renderReport);
      throw new SignalboxError("conflict", `The router is ${status}. It has a report once it is ready.`);
    }),
};

export const routerActivate: Command = {
  name: "custom-router activate",
  usage: "custom-router activate ID [--preference ID] [--override] | --off",
  summary: "Switch a custom router on in a preference, or off.",
  details: ["Writes a new version of the preference; keeps the router and its report."],
  options: {
    preference: { type: "string", value: "ID", description: "Default: the router's own, else a new one." },
    override: { type: "boolean", description: "Even if held-out rows show no improvement." },
    off: { type: "boolean", description: "Remove the router from its preference." },
    ...OPTIONS,
  },
  takesConfiguration: true,
  examples: [
    `signalbox custom-router activate ${EXAMPLE_ID}`,
    `signalbox custom-router activate ${EXAMPLE_ID} --off`,
  ],
  run: async (invocation) => {
    const id = readId(invocation);
    const isOff = invocation.isOn("off");
    const router = await withAccount(invocation, (context, caller) =>
      isOff
        ? updateRouter(context, caller, { id, state: "off" })
        : switchOn(invocation, { context, caller, id }),
    );
    return print(invocation, router, () =>
      isOff ? `Switched off ${router.id}.\n` : `Switched on in preference ${router.preference_id}.\n`,
    );
  },
};
