// Advice in this process, on a log of requests or on those that ship, with the shipped artefact and catalogue: touches no database,
// and sends nothing anywhere.
import {
  SignalboxError,
  type Advice,
  type AdviceRequest,
  type Config,
  type ModelCatalog,
} from "@signalbox/contracts";
import { plainInput } from "@signalbox/engine";
import {
  advise,
  candidateOf,
  readAdviceModels,
  toRosterRequest,
  typicalRequests,
  type RosterRequest,
} from "@signalbox/engine/internals";
import { createEngineHolder, loadConfiguredCatalog, type EngineHolder } from "@signalbox/server";
import { readAdviceLog } from "./read-advice-log.ts";

interface AdviceQuestion {
  readonly body: AdviceRequest;
  /** Lines of JSON, each a request; undefined = the typical requests. */
  readonly log: string | undefined;
}

const SEED = 1;

interface Here extends AdviceQuestion {
  readonly engine: EngineHolder;
  readonly catalog: ModelCatalog;
}

const objectiveOf = ({ tradeoff, cost_quality_tradeoff: dial }: AdviceRequest) =>
  typeof tradeoff === "string"
    ? { tradeoff }
    : typeof dial === "number"
      ? { cost_quality_tradeoff: dial }
      : {};

interface Basis {
  readonly requests: readonly RosterRequest[];
  readonly skipped: number;
  readonly notes: readonly string[];
}

function readLog({ body, engine, catalog }: Here, log: string, requestsMax: number): Basis {
  const read = readAdviceLog(log, { body, catalog, requestsMax, objective: objectiveOf(body) });
  if (read.requests.length === 0)
    throw new SignalboxError("bad_request", ["The log holds no request.", ...read.notes].join(" "));
  const requests = read.requests.map(({ group, request }) =>
    toRosterRequest(engine.current, plainInput(request), { group }),
  );
  return { ...read, requests };
}

function readTypical({ body, engine, catalog }: Here, requestsMax: number): Basis {
  const { models } = readAdviceModels(body, catalog);
  if (models === undefined)
    throw new SignalboxError("bad_request", "Name the models that you offer, or give --log FILE.");
  const { tradeoff, cost_quality_tradeoff: costQualityTradeoff } = body;
  const requests = typicalRequests(engine.current, {
    candidates: models,
    tradeoff: tradeoff ?? undefined,
    costQualityTradeoff: costQualityTradeoff ?? undefined,
  });
  return { requests: requests.slice(0, requestsMax), skipped: 0, notes: [] };
}

function finish<T>(steps: Generator<undefined, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

export async function adviseHere(config: Config, question: AdviceQuestion): Promise<Advice> {
  const { body, log } = question;
  const catalog = await loadConfiguredCatalog(config);
  const engine = await createEngineHolder(config, catalog);
  const here = { ...question, engine, catalog };
  const most = Math.min(body.requests_max ?? Infinity, config.limits.adviceRequestsMax);
  const basis = log === undefined ? readTypical(here, most) : readLog(here, log, most);
  const { change } = readAdviceModels(body, catalog);
  const catalogue = catalog.list().map(candidateOf);
  const { requests, skipped } = basis;
  const advice = finish(advise({ requests, catalogue, change, seed: body.seed ?? SEED }));
  const source = log === undefined ? "typical" : "log";
  return { source, skipped, from: null, to: null, ...advice, notes: [...basis.notes, ...advice.notes] };
}
