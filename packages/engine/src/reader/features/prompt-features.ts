// The numbers that an account's learning sees of a prompt: what the task reader computed on its way, each column in deviations
// from its mean over the atlas, then the outer form. Training and serving share this file.
import type { PromptInput } from "../conversation/prompt-input.ts";
import type { TensorStore } from "../../artefact/tensor-store.ts";
import { HEADS } from "../task/attention.ts";
import { ABOUT_COUNT } from "../task/turn-reader.ts";
import type { TaskReader } from "../task/task-reader.ts";
import { createFormWriter, OUTER_FORM_COUNT } from "./outer-form.ts";

export const FEATURE_COUNT = ABOUT_COUNT + OUTER_FORM_COUNT;

/** @shape result FEATURE_COUNT */
type PromptFeatures = (prompt: PromptInput) => Float32Array;

/** @param reader has just read the prompt @throws SignalboxError invalid_artefact when a tensor is missing or misshapen */
export function loadPromptFeatures(store: TensorStore, { about }: Pick<TaskReader, "about">): PromptFeatures {
  const mean = store.float32("aboutMean", ABOUT_COUNT);
  const scale = store.float32("aboutScale", ABOUT_COUNT);
  const writeForm = createFormWriter();
  return (prompt) => {
    const features = new Float32Array(FEATURE_COUNT);
    for (let at = 0; at < ABOUT_COUNT; at += 1) features[at] = (about[at]! - mean[at]!) * scale[at]!;
    writeForm(prompt, features, ABOUT_COUNT);
    return features;
  };
}

/** Logits that the heads of the reader say of a prompt. @shape features FEATURE_COUNT; result HEADS.count */
export const headsOf = (features: Float32Array): Float32Array =>
  features.subarray(features.length - OUTER_FORM_COUNT - HEADS.count, features.length - OUTER_FORM_COUNT);
