// A step of the recipe that can also be run alone on a finished artefact: the heads that read what a request asks for, from the
// task atlas. A fifth of the atlas is never trained on; a part of the rest is set aside to see how sure the heads may be.
import { readArtefactFiles } from "@signalbox/catalog";
import { OPERATIONS, type ArtefactManifest } from "@signalbox/contracts";
import {
  featuresOfLexicon,
  HASH_SLOTS,
  hashingOf,
  HEADS,
  HIDDEN_UNITS,
  ON_ANY_TEXT,
  TIERS,
} from "@signalbox/engine/internals";
import type { TaskFeatures } from "@signalbox/engine/internals";
import { splitmix32 } from "@signalbox/engine/numerics";
import type { Random } from "@signalbox/engine/numerics";
import { loadAtlas } from "../../atlas/atlas.ts";
import type { Atlas, AtlasEntry } from "../../atlas/atlas.ts";
import { openMatterByKind } from "../../atlas/matter-kinds.ts";
import { listWrittenTensors, writeArtefact, TASK_TENSORS } from "../artefact/write-artefact.ts";
import type { BaggedTensor } from "../artefact/tensor-bag.ts";
import { fitInThread } from "./fit-in-thread.ts";
import type { TaskFit } from "./fit-task-heads.ts";
import { fitAbout } from "./fit-about.ts";
import { fitSystemGate, systemPromptsOf } from "./fit-system-gate.ts";
import { fitTurnGate } from "./fit-turn-gate.ts";
import { turnExamplesOf } from "./turn-examples.ts";
import { fitSureness, tierOfOperationOf } from "./fit-sureness.ts";
import { packWeights } from "./pack-weights.ts";
import { misspell, rewordMessages, toMarkdown } from "./reword.ts";
import { buildTaskRows, exampleOf, exampleOfDrill, exampleOfWording } from "./task-rows.ts";
import { COLUMNS } from "./task-net.ts";
import type { Example, TaskRows } from "./task-rows.ts";
import { placeElsewhere } from "./place-elsewhere.ts";
import { wrapEntry } from "./wrap-entry.ts";

const SEED = 42;
/** Of what stood in fewer requests, nothing is learned. */
const REQUESTS_LEAST = 3;
/** Every fifth request of the training part tells how sure the heads may be. */
const SURENESS_EVERY = 5;
/** Of the words, in the wordings that are misspelt here beside those that people misspelt. */
const SLIPS_SHARE = 0.6;
const NO_MATTER: ReturnType<typeof openMatterByKind> = new Map();

/** The words of a line, and not the place of a carried text in it. */
function changeWords<T extends { readonly text: string }>(one: T, change: (text: string) => string): T {
  const text = one.text.replaceAll(/\{\{\w+\}\}|[^{]+/g, (part) =>
    part.startsWith("{{") ? part : change(part),
  );
  return { ...one, text };
}

/** Drills and plain wordings with slips in most words, the wordings in Markdown, and some in another place. */
function rewordPlain(
  { drills, wordings }: Atlas,
  matter: ReturnType<typeof openMatterByKind>,
  random: Random,
): readonly Example[] {
  const plain = wordings.filter(({ style }) => style === "plain");
  const misspelt = (text: string): string => misspell(text, random, SLIPS_SHARE);
  return [
    ...drills.map((drill) => exampleOfDrill(changeWords(drill, misspelt))),
    ...plain.map((wording) => exampleOfWording(changeWords(wording, misspelt), matter)),
    ...plain.map((wording) =>
      exampleOfWording(
        changeWords(wording, (text) => toMarkdown(text, random)),
        matter,
      ),
    ),
    ...placeElsewhere(plain, matter, random),
  ];
}

/** Whole requests are as people send them, with system prompts, turns and texts of their own: each says as much as so many wordings. */
const WHOLE_REQUEST_SHARE = 3;

function exampleOfWhole(entry: AtlasEntry): Example {
  return { ...exampleOf(entry), operationShare: WHOLE_REQUEST_SHARE };
}

/** What the reader will find of most of them. */
const isPipeline = ({ features, author, tools }: AtlasEntry): boolean =>
  features.includes("system_task") && tools.length === 0 && ON_ANY_TEXT.has(author.op);

function exampleOfPipeline(entry: AtlasEntry): Example {
  return { ...exampleOfWhole(entry), isSystemTask: true };
}

/** Requests as they stand, the same in another wrapping and in other words, the drills and the wordings. */
function examplesOf(entries: readonly AtlasEntry[], atlas: Atlas): readonly Example[] {
  const matter = openMatterByKind(atlas);
  const random = splitmix32(SEED);
  return [
    ...entries.map(exampleOfWhole),
    ...entries.map((entry) => exampleOfWhole(wrapEntry(entry, random))),
    ...entries.map((entry) =>
      exampleOfWhole({ ...entry, messages: rewordMessages(entry.messages, entry.language, random) }),
    ),
    ...entries.filter(isPipeline).map(exampleOfPipeline),
    ...atlas.drills.map(exampleOfDrill),
    ...atlas.wordings.map((wording) => exampleOfWording(wording, matter)),
    ...rewordPlain(atlas, matter, random),
  ];
}

/**
 * Words of the wrappings are no evidence: only what people wrote says which hashes are known, and all wordings of one request are
 * one witness.
 */
function learnHashing(entries: readonly AtlasEntry[], { lexicon, drills, wordings }: Atlas): Uint8Array {
  const everything = featuresOfLexicon(lexicon, hashingOf(new Uint8Array(HASH_SLOTS / 8).fill(0xff)));
  const examples = [
    ...entries.map(exampleOf),
    ...drills.map(exampleOfDrill),
    ...wordings.map((wording) => exampleOfWording(wording, NO_MATTER)),
  ];
  const { offsets, ids } = buildTaskRows(examples, everything);
  const requests = new Uint32Array(HASH_SLOTS);
  const lastGroup = Array.from<string | undefined>({ length: HASH_SLOTS });
  examples.forEach(({ group = "" }, row) => {
    for (let at = offsets[row]!; at < offsets[row + 1]!; at += 1) {
      const slot = ids[at]! - everything.hashAt;
      if (slot < 0 || (group !== "" && lastGroup[slot] === group)) continue;
      requests[slot]! += 1;
      lastGroup[slot] = group;
    }
  });
  const isKnown = new Uint8Array(HASH_SLOTS / 8);
  requests.forEach((count, slot) => {
    if (count >= REQUESTS_LEAST) isKnown[slot >> 3]! |= 1 << (slot & 7);
  });
  return isKnown;
}

/** What a fit must know of the features, without their functions, which no thread can be handed. */
function fitOf({ hashAt, matterConcepts, matterWordsAt }: TaskFeatures): TaskFit {
  return { features: { hashAt, matterConcepts, matterWordsAt } };
}

/** @returns tensors of the reader, from the part of the atlas that may be trained on */
export async function fitTaskReader(atlas: Atlas): Promise<readonly BaggedTensor[]> {
  const { lexicon } = atlas;
  const open = atlas.entries.filter(({ isHeldOut }) => !isHeldOut);
  const part = (keep: (index: number) => boolean): AtlasEntry[] => open.filter((_, index) => keep(index));
  const isKnown = learnHashing(open, atlas);
  const features = featuresOfLexicon(lexicon, hashingOf(isKnown));
  const { hashAt } = features;
  const rowsOf = (examples: readonly Example[]): TaskRows => buildTaskRows(examples, features);
  const aside = rowsOf(part((index) => index % SURENESS_EVERY === 0).map(exampleOf));
  const rest = rowsOf(
    examplesOf(
      part((index) => index % SURENESS_EVERY !== 0),
      atlas,
    ),
  );
  const tierOfOperation = tierOfOperationOf(rest);
  const fit = fitOf(features);
  const [first, last] = await Promise.all([
    fitInThread({ rows: rest, fit }),
    fitInThread({ rows: rowsOf(examplesOf(open, atlas)), fit }),
  ]);
  const fitted = fitSureness(aside, first, tierOfOperation);
  const { temperature, operationWeights, tokenLine, tokenSd } = fitted;
  const weighed = tierOfOperation.map((says, at) => says * operationWeights[Math.floor(at / TIERS.length)]!);
  const weights = packWeights(last.weights, hashAt);
  const text = new TextEncoder().encode(lexicon);
  const tensors = [
    { name: "taskLexicon", shape: [text.length], data: text },
    { name: "taskHashes", shape: [isKnown.length], data: isKnown },
    { name: "taskWeights", shape: [hashAt, COLUMNS], data: weights.exact },
    { name: "taskHashWeights", shape: [features.featureCount - hashAt, COLUMNS], data: weights.packed },
    { name: "taskHashScale", shape: [COLUMNS], data: weights.scale },
    { name: "taskOutput", shape: [HIDDEN_UNITS, HEADS.count], data: last.output },
    { name: "taskTemperature", shape: [2], data: Float32Array.of(temperature, 1) },
    { name: "taskTierOfOperation", shape: [OPERATIONS.length, TIERS.length], data: weighed },
    { name: "taskTokenLine", shape: [tokenLine.length], data: tokenLine },
    { name: "taskTokenSd", shape: [OPERATIONS.length], data: tokenSd },
    ...fitSystemGate(systemPromptsOf({ entries: open, systems: atlas.systems }), features, last),
    ...fitTurnGate(turnExamplesOf(atlas)),
  ];
  return [...tensors, ...fitAbout(tensors, atlas)];
}

/** Adds the task reader to the artefact in `dir`, replacing an earlier one; returns the manifest as written. */
export async function addTaskReader(dir: string, atlas: Atlas = loadAtlas()): Promise<ArtefactManifest> {
  const files = await readArtefactFiles(dir);
  const { tensors: _tensors, tensorFile: _file, version: _version, ...head } = files.manifest;
  const kept = listWrittenTensors(files.manifest, files.tensors).filter(
    ({ name }) => !TASK_TENSORS.has(name),
  );
  return writeArtefact(dir, head, [...kept, ...(await fitTaskReader(atlas))]);
}
