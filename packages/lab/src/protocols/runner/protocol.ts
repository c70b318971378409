// A protocol: a name, the figures it reports, and a run that gives sections.
import type { RoutingModel } from "@signalbox/engine";
import type { Dataset } from "../../data/index.ts";
import type { ArtefactView } from "../../artefact-view.ts";
import type { FigureName } from "./figures.ts";
import type { SectionResult } from "./summarise-section.ts";

/** The model as users get it, but for what it knows of the source. */
export type ModelWithout = (source: string) => RoutingModel;

export interface ProtocolContext {
  readonly dataset: Dataset;
  /** Folder of the data set, for what is beside the sources. */
  readonly dataDir: string;
  /** The artefact that is judged. */
  readonly view: ArtefactView;
  readonly seeds: readonly number[];
  readonly resamples: number;
  /** Sources that are judged, where a protocol samples; undefined = all. */
  readonly sources?: readonly string[] | undefined;
  /** Hand-made sets that are judged, where a protocol has them; undefined = all. */
  readonly sets?: readonly string[] | undefined;
  /** Prompts judged of each source at most, where a protocol samples; undefined leaves it to the protocol. */
  readonly promptsPerSource?: number | undefined;
  /** The product without what it knows of a source; undefined = every source is judged by the product as it is. */
  readonly modelWithout?: ModelWithout | undefined;
  readonly onProgress: (message: string) => void;
}

export interface Protocol {
  readonly name: string;
  readonly title: string;
  /** In words: what is done and how it is judged. */
  readonly description: string;
  /** First one is the headline. */
  readonly figures: readonly FigureName[];
  /** False where no source of outcomes is read. @default true */
  readonly needsOutcomes?: boolean;
  /** True where sources can be left out of what the product knows. */
  readonly canLeaveOut?: boolean;
  readonly run: (context: ProtocolContext) => Promise<readonly SectionResult[]>;
}
