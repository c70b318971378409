import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import {
  SignalboxError,
  type CustomRouter,
  type CustomRouterDetail,
  type CustomRouterReport,
} from "@signalbox/contracts";
import {
  createRouter,
  getRouter,
  updateRouter,
  type Caller,
  type ServiceContext,
  listRouters,
} from "@signalbox/server";
import { JSON_OPTION, type Command, type Invocation } from "../command.ts";
import { renderChecks, renderReport, renderRouters } from "../output/text.ts";
import { untilEnded, ACCOUNT_OPTION, withAccount } from "./with-service.ts";

const OPTIONS = { account: ACCOUNT_OPTION, json: JSON_OPTION };
const EXAMPLE_ID = "4b3c2f0e-8d1a-4c56-9f57-0e6a5d1f7c11";

function readId(invocation: Invocation): string {
  const [id] = invocation.positionals;
  if (id === undefined)
    throw new SignalboxError("bad_request", "Which router? Give its ID; see `signalbox custom-router show`.");
  return id;
}

function print<T>(invocation: Invocation, value: T, render: (value: T) => string): 0 {
  invocation.console.out(invocation.isOn("json") ? `${JSON.stringify(value, null, 2)}\n` : render(value));
  return 0;
}

interface Target {
  readonly context: ServiceContext;
  readonly caller: Caller;
  readonly id: string;
}

/** @throws SignalboxError conflict when it is not shown to be better and --override is off */
function switchOn(invocation: Invocation, { context, caller, id }: Target): Promise<CustomRouter> {
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

const PART_BYTES = 1024 * 1024;

async function bytesOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (cause) {
    throw new SignalboxError("bad_request", `${path} cannot be read. Check the path.`, { cause });
  }
}

interface Trained {
  readonly router: CustomRouter;
  readonly report: CustomRouterReport | null;
}

async function untilTrained(invocation: Invocation, { context, caller, id }: Target): Promise<Trained> {
  const { report, ...router } = await untilEnded(invocation.console, {
    read: (): Promise<CustomRouterDetail> => getRouter(context, caller, { id }),
    hasEnded: ({ status }) => status !== "queued" && status !== "training",
    progressOf: ({ progress, phase, status }) =>
      status === "ready" ? { share: 1, stage: "ready" } : { share: progress, stage: phase || status },
  });
  return { router, report: router.status === "ready" ? report : null };
}

async function train(invocation: Invocation, context: ServiceContext, caller: Caller): Promise<Trained> {
  const [path] = invocation.positionals;
  if (path === undefined)
    throw new SignalboxError(
      "bad_request",
      "Which file? Give a file of evaluations, or --again with the ID of a router.",
    );
  const facts = {
    name: invocation.text("name"),
    preferenceId: invocation.text("preference"),
    fileName: basename(path),
    promptColumn: invocation.text("prompt-column") ?? "prompt",
    isLargerBetter: !invocation.isOn("minimise"),
    activates: false,
    overrides: false,
    keepsRows: !invocation.isOn("discard-rows"),
  };
  const { id } = await createRouter(context, caller, {
    announcedBytes: await bytesOf(path),
    receive: async (store) => {
      await store(createReadStream(path, { highWaterMark: PART_BYTES }) as AsyncIterable<Uint8Array>);
      return facts;
    },
  });
  const trained = await untilTrained(invocation, { context, caller, id });
  if (trained.router.status !== "ready" || !invocation.isOn("activate")) return trained;
  return { ...trained, router: await switchOn(invocation, { context, caller, id }) };
}

async function retrain(invocation: Invocation, target: Target): Promise<Trained> {
  const { context, caller, id } = target;
  await updateRouter(context, caller, { id, state: "training", override: invocation.isOn("override") });
  return untilTrained(invocation, target);
}

function render({ router, report }: Trained): string {
  const state =
    router.preference_id !== null && router.is_active
      ? `Switched on in preference ${router.preference_id}. Back: signalbox custom-router activate ${router.id} --off\n`
      : `Not switched on. Do so with: signalbox custom-router activate ${router.id}\n`;
  return [renderChecks(router), report === null ? "" : `${renderReport(report)}\n${state}`].join("");
}

function tell(invocation: Invocation, trained: Trained): 0 | 1 {
  const { router } = trained;
  invocation.console.out(invocation.isOn("json") ? `${JSON.stringify(trained, null, 2)}\n` : render(trained));
  if (router.status === "ready") return 0;
  invocation.console.error(`${router.error ?? `The training was ${router.status}.`}\n`);
  return 1;
}

export const routerTrain: Command = {
  name: "custom-router train",
  usage: "custom-router train FILE|--again ID [--name NAME] [--preference ID] [--activate] [--override]",
  summary: "Train a custom router from graded prompts, or again from its stored rows.",
  details: [
    "FILE has columns `prompt`, PROVIDER/MODEL/score and optionally PROVIDER/MODEL/cost; or rows of prompt, model and score; or results of promptfoo or OpenAI's evals.",
    "Reads CSV, JSON lines or a JSON list, plain or gzip. A score is 0 to 1, PASS or FAIL.",
    "--activate switches the router on if held-out rows show an improvement; --override does so in any case.",
    "--again is for a router that decisions ignore because it was trained for another artefact or release. It stays on if held-out rows still show an improvement; --override leaves it on in any case.",
    "A running service on the same database may do the training. An interrupted training resumes.",
  ],
  options: {
    name: { type: "string", value: "NAME", description: "Default: the name of the file." },
    preference: {
      type: "string",
      value: "ID",
      description: "Preference that will use the router. Default: a new one.",
    },
    "prompt-column": { type: "string", value: "NAME", description: "Default: prompt." },
    minimise: { type: "boolean", description: "Smaller scores are better." },
    "discard-rows": {
      type: "boolean",
      description: "Delete the rows after training; the router cannot be retrained.",
    },
    activate: { type: "boolean", description: "Switch it on if it is better." },
    override: { type: "boolean", description: "Switch it on, or leave it on, even if it is not better." },
    again: { type: "string", value: "ID", description: "Retrain this router, without a file." },
    account: ACCOUNT_OPTION,
    json: JSON_OPTION,
  },
  takesConfiguration: true,
  examples: [
    "signalbox custom-router train evaluations.csv --name Tickets --activate",
    `signalbox custom-router train --again ${EXAMPLE_ID}`,
  ],
  run: async (invocation) => {
    const id = invocation.text("again");
    const trained = await withAccount(invocation, (context, caller) =>
      id === undefined ? train(invocation, context, caller) : retrain(invocation, { context, caller, id }),
    );
    return tell(invocation, trained);
  },
};
