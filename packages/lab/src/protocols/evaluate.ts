// The laboratory's front door: a folder, a protocol, contenders; plain JSON comes out.
import { availableParallelism, cpus } from "node:os";
import { SHIPPED_ARTEFACT_DIR } from "@signalbox/catalog";
import { SignalboxError } from "@signalbox/contracts";
import { BASELINES } from "../estimators/baselines/index.ts";
import { SPLIT, chooseSplit, loadDataset } from "../data/index.ts";
import { assembleDataset } from "../data/assemble-dataset.ts";
import type { Dataset } from "../data/index.ts";
import { DEFAULT_RESAMPLES } from "../metrics/index.ts";
import { PROTOCOLS, contenderOf, oursOf } from "./index.ts";
import type { Contender, Protocol, ProtocolContext, SectionResult } from "./index.ts";
import {
  openArtefactView,
  createCustomEstimator,
  createUntrainedEstimator,
} from "../estimators/custom/custom-router.ts";
import type { ArtefactView } from "../estimators/custom/custom-router.ts";
import { openModelWithout } from "./served/leave-out.ts";
import type { ModelWithout } from "./runner/protocol.ts";
import { wholeAt } from "../arrays/value-at.ts";

export interface EvaluateOptions {
  /** Folder that is judged. */
  readonly dataDir: string;
  readonly protocol: string;
  /** @default [42, 999, 2024] */
  readonly seeds?: readonly number[];
  /** Bootstrap resamples. @default 200 */
  readonly resamples?: number;
  /** The artefact that is judged, or one a seed. @default the shipped one */
  readonly artefactDir?: string | readonly string[];
  /** Sources that are judged; all when left out. The others are read only where sources are left out, since they teach. */
  readonly sources?: readonly string[];
  /** Hand-made sets that are judged; all when left out. */
  readonly sets?: readonly string[];
  /** Prompts judged of each source at most, by protocols that sample. */
  readonly promptsPerSource?: number;
  /** Every source is judged by the product without what it knows of it: outcomes, and boards that nearly equal it. */
  readonly leaveOut?: boolean;
  /** Names of the methods that take part; all when left out. */
  readonly methods?: readonly string[];
  readonly onProgress?: (message: string) => void;
}

export interface EvaluationResult {
  readonly formatVersion: 1;
  readonly protocol: string;
  readonly title: string;
  readonly description: string;
  readonly headline: string;
  readonly seeds: readonly number[];
  readonly resamples: number;
  readonly dataFingerprint: string;
  readonly promptCount: number;
  readonly outcomeCount: number;
  /** Version and split of the artefacts that took part. */
  readonly artefacts: readonly string[];
  readonly machine: string;
  readonly sections: readonly SectionResult[];
}

export const DEFAULT_SEEDS = [42, 999, 2024] as const;

function getProtocol(name: string, protocols: readonly Protocol[]): Protocol {
  const protocol = protocols.find((candidate) => candidate.name === name);
  if (protocol === undefined)
    throw new SignalboxError(
      "bad_request",
      `There is no protocol "${name}"; choose one of ${protocols.map((candidate) => candidate.name).join(", ")}.`,
    );
  return protocol;
}

function describeMachine(): string {
  const model = cpus()[0]?.model.trim() ?? "unknown processor";
  return `${availableParallelism()} x ${model}, Node ${process.version}`;
}

interface Prepared {
  readonly dataset: Dataset;
  readonly split: Uint8Array;
}

/** For protocols that read no source. */
function prepareNothing(): Prepared {
  const none = { sources: [], modelNames: new Map(), splits: undefined, fingerprint: "no outcomes" };
  return { dataset: assembleDataset(none), split: new Uint8Array() };
}

async function prepare(options: EvaluateOptions, seed: number): Promise<Prepared> {
  const load = options.onProgress === undefined ? {} : { onProgress: options.onProgress };
  const { sources, leaveOut = false } = options;
  const isPart = sources !== undefined && !leaveOut;
  const data = await loadDataset(options.dataDir, isPart ? { ...load, sources } : load);
  return { dataset: data, split: chooseSplit(data, "benchmark", seed) };
}

function listJudgedSources({ dataset, split }: Prepared): readonly string[] {
  const judged = new Set<number>();
  for (let row = 0; row < split.length; row += 1)
    if (split[row] === SPLIT.test) judged.add(wholeAt(dataset.prompts.source, row));
  return dataset.sources.filter((_, index) => judged.has(index));
}

async function openArtefacts({
  artefactDir: dirs = SHIPPED_ARTEFACT_DIR,
}: EvaluateOptions): Promise<readonly ArtefactView[]> {
  const views: ArtefactView[] = [];
  for (const dir of typeof dirs === "string" ? [dirs] : dirs) views.push(await openArtefactView(dir));
  return views;
}

function listContenders(views: readonly ArtefactView[]): readonly Contender[] {
  const untrained = { ...oursOf(views.map(createUntrainedEstimator)), isOurs: false };
  return [...BASELINES.map(contenderOf), untrained, oursOf(views.map(createCustomEstimator))];
}

function chooseContenders(
  views: readonly ArtefactView[],
  wanted: readonly string[] | undefined,
): readonly Contender[] {
  const all = listContenders(views);
  const unknown = (wanted ?? []).filter((name) => !all.some((contender) => contender.name === name));
  if (unknown.length > 0)
    throw new SignalboxError(
      "bad_request",
      `There is no method ${unknown.join(", ")}; choose from ${all.map((contender) => contender.name).join(", ")}.`,
    );
  return wanted === undefined ? all : all.filter((contender) => wanted.includes(contender.name));
}

const LEAVE_OUT =
  "Every source is left out before it is judged: abilities are fitted without its outcomes and without the boards that equal or nearly equal it.";

/** Undefined where nothing is to be left out. */
async function readModelWithout(
  options: EvaluateOptions,
  protocol: Protocol,
  { dataset }: Prepared,
): Promise<ModelWithout | undefined> {
  const { leaveOut = false, artefactDir: given = SHIPPED_ARTEFACT_DIR, dataDir } = options;
  if (!leaveOut || protocol.canLeaveOut !== true) return undefined;
  const [artefactDir, ...others] = typeof given === "string" ? [given] : given;
  if (artefactDir === undefined || others.length > 0)
    throw new SignalboxError("bad_request", "`--leave-out` needs exactly one artefact.");
  return openModelWithout({ artefactDir, dataDir, dataset });
}

function describeRun(protocol: Protocol, views: readonly ArtefactView[]) {
  return {
    formatVersion: 1 as const,
    protocol: protocol.name,
    title: protocol.title,
    description: protocol.description,
    headline: protocol.figures[0] ?? "",
    artefacts: views.map(({ manifest }) => `${manifest.version} (${manifest.split} split)`),
    machine: describeMachine(),
  };
}

/**
 * Runs one protocol.
 * @param protocols to choose from
 * @throws SignalboxError `invalid_data` for faulty folders, `bad_request` for an unknown protocol
 */
export async function evaluate(
  options: EvaluateOptions,
  protocols: readonly Protocol[] = PROTOCOLS,
): Promise<EvaluationResult> {
  const protocol = getProtocol(options.protocol, protocols);
  const seeds = options.seeds ?? DEFAULT_SEEDS;
  const views = await openArtefacts(options);
  const resamples = options.resamples ?? DEFAULT_RESAMPLES;
  const onProgress = options.onProgress ?? (() => undefined);
  const prepared =
    protocol.needsOutcomes === false ? prepareNothing() : await prepare(options, seeds[0] ?? 0);
  const modelWithout = await readModelWithout(options, protocol, prepared);
  const context: ProtocolContext = {
    ...prepared,
    modelWithout,
    dataDir: options.dataDir,
    sources: options.sources,
    sets: options.sets,
    promptsPerSource: options.promptsPerSource,
    judgedSources: listJudgedSources(prepared),
    contenders: chooseContenders(views, options.methods),
    views,
    seeds,
    resamples,
    onProgress,
  };
  const sections = await protocol.run(context);
  return {
    ...describeRun(protocol, views),
    ...(modelWithout === undefined ? {} : { description: `${protocol.description} ${LEAVE_OUT}` }),
    seeds,
    resamples,
    dataFingerprint: prepared.dataset.fingerprint,
    promptCount: prepared.dataset.prompts.count,
    outcomeCount: prepared.dataset.outcomes.count,
    sections,
  };
}
