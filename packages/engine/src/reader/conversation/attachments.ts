// Pictures and pages beside the text of a conversation: their tokens depend on the model, or are guessed from bytes.
import { pagesOf } from "../../tokens/part-tokens.ts";
import type { Message } from "./message.ts";

/** Parts whose tokens depend on the model beside its tokenizer, or are guessed from bytes. */
export interface Attachments {
  readonly images: number;
  readonly lowImages: number;
  readonly pages: number;
  /** Recordings; absent = none. */
  readonly audios?: number;
}

/** @returns undefined for a conversation of text alone */
export function attachmentsOf(messages: readonly Pick<Message, "parts">[]): Attachments | undefined {
  let [images, lowImages, pages, audios] = [0, 0, 0, 0];
  for (const { parts } of messages)
    for (const { modality, bytes, detail } of parts) {
      if (modality === "file") pages += pagesOf(bytes);
      else if (modality === "image" && detail === "low") lowImages += 1;
      else if (modality === "image") images += 1;
      else if (modality === "audio") audios += 1;
    }
  if (images + lowImages + pages + audios === 0) return undefined;
  return { images, lowImages, pages, ...(audios === 0 ? {} : { audios }) };
}
