// Advice in this process, on a log of requests or on those that ship, with the shipped artefact and catalogue: touches no database,
// and sends nothing anywhere.
import {
  SignalboxError,
  type Advice,
  type AdviceRequest,
  type Config,
  type ModelCatalog,
} from "@signalbox/contracts";
import { plainInput, readSelectRequest } from "@signalbox/engine";
import {
  advise,
  candidateOf,
  readAdviceModels,
  toRosterRequest,
  typicalRequests,
  type RosterRequest,
} from "@signalbox/engine/internals";
import { createEngineHolder, loadConfiguredCatalog, type EngineHolder } from "@signalbox/server";

export interface AdviceQuestion {
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

function parseLine(line: string, number: number): Record<string, unknown> {
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch (cause) {
    throw new SignalboxError("bad_request", `Line ${number} of the log is not valid JSON.`, { cause });
  }
}

/** The newest lines of a log, which stand last. */
function readLog({ log = "", body, engine, catalog }: Here, most: number): readonly RosterRequest[] {
  const lines = log.split("\n").map((line, i) => ({ line, number: i + 1 }));
  const filled = lines.filter(({ line }) => line.trim() !== "").slice(-most);
  return filled.map(({ line, number }) => {
    const sent = parseLine(line, number);
    const offered = body.models === undefined ? {} : { llm_providers: body.models, models: null };
    try {
      const request = readSelectRequest({ ...sent, ...offered, ...objectiveOf(body) }, catalog);
      const group = request.previousSession ?? String(number);
      return toRosterRequest(engine.current, plainInput(request), { group });
    } catch (fault) {
      if (!(fault instanceof SignalboxError)) throw fault;
      throw new SignalboxError("bad_request", `Line ${number} of the log: ${fault.detail}`, { cause: fault });
    }
  });
}

function readTypical({ body, engine, catalog }: Here): readonly RosterRequest[] {
  const { models } = readAdviceModels(body, catalog);
  if (models === undefined)
    throw new SignalboxError("bad_request", "Name the models that you offer, or give --log FILE.");
  const { tradeoff, cost_quality_tradeoff: costQualityTradeoff } = body;
  return typicalRequests(engine.current, {
    candidates: models,
    tradeoff: tradeoff ?? undefined,
    costQualityTradeoff: costQualityTradeoff ?? undefined,
  });
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
  const requests = log === undefined ? readTypical(here).slice(0, most) : readLog(here, most);
  if (requests.length === 0) throw new SignalboxError("bad_request", "The log holds no request.");
  const { change } = readAdviceModels(body, catalog);
  const catalogue = catalog.list().map(candidateOf);
  const advice = finish(advise({ requests, catalogue, change, seed: body.seed ?? SEED }));
  await engine.close();
  return { source: log === undefined ? "typical" : "log", skipped: 0, from: null, to: null, ...advice };
}
