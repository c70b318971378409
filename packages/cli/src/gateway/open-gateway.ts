// A gateway with the one who decides for it: a service elsewhere, or one in this process, whose pages are beside the doors.
import { homedir } from "node:os";
import { join } from "node:path";

import type { Catalog } from "@signalbox/catalog";
import { SignalboxError, type Config } from "@signalbox/contracts";
import { startGateway, type CallEntry, type GatewayOptions, type GatewaySettings } from "@signalbox/gateway";
import { createService, loadConfiguredCatalog, prepareFirstStart, type FirstStart } from "@signalbox/server";

import type { Invocation } from "../command.ts";
import { gatewaySettings } from "./gateway-options.ts";
import { createLocalDecider, createRemoteDecider } from "./deciders.ts";

export interface OpenGateway {
  readonly url: string;
  readonly baseline: string | undefined;
  readonly settings: GatewaySettings;
  /** Present on the very first start of the service in this process. */
  readonly firstStart: FirstStart | undefined;
  readonly decidesHere: boolean;
  close(): Promise<void>;
}

interface OpenOptions {
  readonly onCall: (entry: CallEntry) => void;
  readonly leases?: GatewayOptions["leases"];
  readonly sampleShare?: GatewayOptions["sampleShare"];
}

/** The folder of the journal: that of the flags and the environment, else one of the user's. */
export const dataFolder = (invocation: Invocation): string => configOf(invocation).storage.dataDir;

/** As the gateway itself reads it. */
export const catalogOf = (invocation: Invocation): Promise<Catalog> =>
  loadConfiguredCatalog(configOf(invocation));

/** Each address has one process that writes it. */
const memoryFile = (invocation: Invocation, { port }: GatewaySettings): string | undefined =>
  port === 0 ? undefined : join(dataFolder(invocation), `gateway-${port}.memory`);

/**
 * A gateway is started in the folders of projects, which must not fill with data of ours. Its calls do not wait for
 * the commit of their decisions.
 */
function configOf(invocation: Invocation): Config {
  const config = invocation.config();
  const { variables } = invocation;
  const isFolderStated =
    invocation.text("data-dir") !== undefined ||
    variables["SIGNALBOX_DATA_DIR"] !== undefined ||
    config.storage.dataDir !== ".signalbox";
  const storage = {
    ...config.storage,
    ...(!isFolderStated && { dataDir: join(homedir(), ".signalbox") }),
    ...(variables["SIGNALBOX_JOURNAL_WAIT"] === undefined && { journalWait: "handed-over" as const }),
  };
  return { ...config, storage };
}

async function openRemote(invocation: Invocation, url: string, options: OpenOptions): Promise<OpenGateway> {
  const apiKey = invocation.text("signalbox-key") ?? invocation.key();
  if (apiKey === undefined)
    throw new SignalboxError(
      "bad_request",
      "Give --signalbox-key, or set SIGNALBOX_API_KEY to a key of that service.",
    );
  const catalog = await catalogOf(invocation);
  const settings = await gatewaySettings(invocation, catalog);
  const gateway = await startGateway({
    settings,
    catalog,
    decider: createRemoteDecider(url, apiKey),
    onCall: options.onCall,
    leases: options.leases,
    sampleShare: options.sampleShare,
    memoryFile: memoryFile(invocation, settings),
  });
  return { ...gateway, settings, firstStart: undefined, decidesHere: false };
}

/** @throws SignalboxError with advice; nothing is left open then */
export async function openGateway(invocation: Invocation, options: OpenOptions): Promise<OpenGateway> {
  const remote = invocation.text("signalbox") ?? invocation.serverUrl();
  if (remote !== undefined) return openRemote(invocation, remote, options);
  // Before the service: a fault of the flags must not leave a database behind.
  const catalog = await catalogOf(invocation);
  const settings = await gatewaySettings(invocation, catalog);
  const service = await createService({ config: configOf(invocation), catalog });
  try {
    const { context, app } = service;
    const firstStart = await prepareFirstStart(context);
    await app.http.ready();
    const decider = await createLocalDecider(context);
    const gateway = await startGateway({
      settings,
      catalog: context.catalog,
      decider,
      onCall: options.onCall,
      leases: options.leases,
      sampleShare: options.sampleShare,
      memoryFile: memoryFile(invocation, settings),
      others: (request, response) => {
        app.http.routing(request, response);
      },
    });
    const close = async (): Promise<void> => {
      await gateway.close();
      await decider.flush();
      await service.close();
    };
    return { url: gateway.url, baseline: gateway.baseline, settings, firstStart, decidesHere: true, close };
  } catch (error) {
    await service.close();
    throw error;
  }
}
