export { ENCODER_SHA256, findEncoderFile, readEncoderFile } from "./weights.ts";
export { openEncoderSession } from "./session.ts";
export type { EncoderFile, EncoderSession } from "./session.ts";
export { openEncoderThread } from "./encoder-thread.ts";
export type { EncoderThread } from "./encoder-thread.ts";
export { openBlockingEncoder } from "./blocking-encoder.ts";
export type { BlockingEncoder } from "./blocking-encoder.ts";
export { vectorKeyOf, VECTOR_KEY_BYTES } from "./vector-key.ts";
