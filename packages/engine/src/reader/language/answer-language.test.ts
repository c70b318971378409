// Languages that an instruction names, and which of them the answer is to be in.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readLengthWords } from "../length/read-length-words.ts";

const CASES: readonly (readonly [text: string, target: string | undefined, source?: string])[] = [
  ["Translate this into Icelandic: the sheep are home", "is"],
  ["Put it into plain Finnish, please", "fi"],
  ["Übersetze das ins Isländische", "is"],
  ["Übersetze aus dem Deutschen ins Finnische", "fi", "de"],
  ["From Yoruba to English, one sentence", "en", "yo"],
  ["traduis du français en islandais", "is", "fr"],
  ["traduce del alemán al finés", "fi", "de"],
  ["Переведи с немецкого на исландский", "is", "de"],
  ["翻译成冰岛语", "is"],
  ["アイスランド語に訳して", "is"],
  ["아이슬란드어로 번역해 줘", "is"],
  ["इसे फ़िनिश में लिखो", "fi"],
  ["Write a short poem about rain in Amharic", "am"],
  ["What caused the French Revolution?", undefined],
  ["Who rules in English-speaking Cameroon?", undefined],
];

for (const [text, target, source] of CASES)
  test(`${text}: the answer is ${target ?? "in the language of the question"}`, () => {
    const { targets, sources } = readLengthWords(text).languages;
    assert.deepEqual([targets[0], sources[0]], [target, source]);
  });
