// Verdicts as feedback: each comparison becomes a decision of the account, with a report on both models. They come under a key of
// their own, so that learning weighs the judge by how far its reports agree with others.
import { createService } from "@signalbox/server";
import type { GatewaySettings } from "@signalbox/gateway";

import type { Invocation } from "../command.ts";
import { requireKey } from "../deciding/decide.ts";
import { createLocalDecider, createRemoteDecider, type LocalDecider } from "../gateway/deciders.ts";
import type { Judged } from "./judge.ts";
import type { Pair } from "./pairs.ts";

export interface Teacher {
  /** In the background. */
  teach(pair: Pair, good: NonNullable<Judged["good"]>): void;
  /** Once everything was reported. @returns how many comparisons could not be */
  close(): Promise<number>;
}

const KEY_NAME = "Judge";

async function openDecider(invocation: Invocation): Promise<LocalDecider & { close(): Promise<void> }> {
  const url = invocation.serverUrl();
  if (url !== undefined) {
    const remote = createRemoteDecider(url, requireKey(invocation.key()));
    return { ...remote, flush: () => Promise.resolve(), close: () => Promise.resolve() };
  }
  const service = await createService({ config: invocation.config() });
  try {
    return { ...(await createLocalDecider(service.context, KEY_NAME)), close: () => service.close() };
  } catch (error) {
    await service.close();
    throw error;
  }
}

interface Taught {
  readonly settings: GatewaySettings;
  readonly offered: readonly string[];
}

/** @throws SignalboxError where there is no account, or no key of the service */
export async function openTeacher(invocation: Invocation, { settings, offered }: Taught): Promise<Teacher> {
  const decider = await openDecider(invocation);
  const llm_providers = settings.candidates
    .filter(({ label }) => offered.includes(label))
    .map(({ wire }) => wire);
  let faults = 0;
  let last: Promise<void> = Promise.resolve();
  const report = async (
    { request, pick, baseline }: Pair,
    good: NonNullable<Judged["good"]>,
  ): Promise<void> => {
    const body: object = { messages: request.sent, llm_providers, find_session: false };
    const { session_id } = await decider.decide(body);
    await decider.report({ session_id, label: pick, value: good.pick });
    await decider.report({ session_id, label: baseline, value: good.baseline });
  };
  return {
    teach: (pair, good) => {
      last = last.then(() => report(pair, good)).catch(() => void (faults += 1));
    },
    close: async () => {
      await last;
      await decider.flush();
      await decider.close();
      return faults;
    },
  };
}
