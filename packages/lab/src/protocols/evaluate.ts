// The laboratory's front door: a folder, a protocol, contenders; plain JSON comes out.
import { availableParallelism, cpus } from "node:os";
import { SHIPPED_ARTEFACT_DIR } from "@signalbox/catalog";
import { SignalboxError } from "@signalbox/contracts";
import { loadDataset, type Dataset } from "../data/index.ts";
import { assembleDataset } from "../data/assemble-dataset.ts";
import { DEFAULT_RESAMPLES } from "../metrics/metrics.ts";
import { PROTOCOLS, type Protocol, type ProtocolContext, type SectionResult } from "./index.ts";
import { openArtefactView, type ArtefactView } from "../artefact-view.ts";
import { openModelWithout } from "./served/served-source.ts";
import type { ModelWithout } from "./runner/protocol.ts";

export interface EvaluateOptions {
  /** Folder that is judged. */
  readonly dataDir: string;
  readonly protocol: string;
  /** @default [42, 999, 2024] */
  readonly seeds?: readonly number[];
  /** Bootstrap resamples. @default 200 */
  readonly resamples?: number;
  /** The artefact that is judged. @default the shipped one */
  readonly artefactDir?: string;
  /** Sources that are judged; all when left out. The others are read only where sources are left out, since they teach. */
  readonly sources?: readonly string[];
  /** Hand-made sets that are judged; all when left out. */
  readonly sets?: readonly string[];
  /** Prompts judged of each source at most, by protocols that sample. */
  readonly promptsPerSource?: number;
  /** Every source is judged by the product without what it knows of it: outcomes, and boards that nearly equal it. */
  readonly leaveOut?: boolean;
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
  /** Version and split of the artefact. */
  readonly artefact: string;
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

/** For protocols that read no source. */
const NOTHING = { sources: [], modelNames: new Map(), splits: undefined, fingerprint: "no outcomes" };

function loadJudged({ dataDir, sources, leaveOut = false, onProgress }: EvaluateOptions): Promise<Dataset> {
  return loadDataset(dataDir, {
    ...(onProgress && { onProgress }),
    ...(sources !== undefined && !leaveOut && { sources }),
  });
}

const LEAVE_OUT =
  "Every source is left out before it is judged: abilities are fitted without its outcomes and without the boards that equal or nearly equal it.";

function describeRun(protocol: Protocol, { manifest }: ArtefactView) {
  return {
    formatVersion: 1 as const,
    protocol: protocol.name,
    title: protocol.title,
    description: protocol.description,
    headline: protocol.figures[0] ?? "",
    artefact: `${manifest.version} (${manifest.split} split)`,
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
  const { dataDir, artefactDir = SHIPPED_ARTEFACT_DIR, leaveOut = false } = options;
  const view = await openArtefactView(artefactDir);
  const resamples = options.resamples ?? DEFAULT_RESAMPLES;
  const dataset = protocol.needsOutcomes === false ? assembleDataset(NOTHING) : await loadJudged(options);
  const modelWithout: ModelWithout | undefined =
    leaveOut && protocol.canLeaveOut === true
      ? await openModelWithout({ artefactDir, dataDir, dataset })
      : undefined;
  const context: ProtocolContext = {
    dataset,
    modelWithout,
    dataDir,
    sources: options.sources,
    sets: options.sets,
    promptsPerSource: options.promptsPerSource,
    view,
    seeds,
    resamples,
    onProgress: options.onProgress ?? (() => undefined),
  };
  const sections = await protocol.run(context);
  return {
    ...describeRun(protocol, view),
    ...(modelWithout === undefined ? {} : { description: `${protocol.description} ${LEAVE_OUT}` }),
    seeds,
    resamples,
    dataFingerprint: dataset.fingerprint,
    promptCount: dataset.prompts.count,
    outcomeCount: dataset.outcomes.count,
    sections,
  };
}
