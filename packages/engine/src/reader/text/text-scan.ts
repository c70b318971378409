// Texts that are read in the kernels' memory: folded, hashed by words, searched for the concepts of a lexicon, each in one pass over
// units that were copied once.
import { createUnitWriter } from "../../kernels/copy-units.ts";
import { createSimdMemory } from "../../kernels/simd-memory.ts";
import type { SimdMemory } from "../../kernels/simd-memory.ts";
import { foldedUnit } from "./fold-text.ts";
import { wordClassOf } from "./word-classes.ts";

/** Which pieces of the words are hashed. */
export interface HashForm {
  /** Words after which a place is left. */
  readonly wordsMost: number;
  /** Lengths of the stems of longer words, in units, ascending, four bits each from the lowest on. */
  readonly stems: number;
  /** Lengths of the pieces of scripts without blanks, likewise. */
  readonly pieces: number;
  /** Whether each word also counts by its consonants alone, which most slips of the fingers leave as they are. */
  readonly hasBones: boolean;
  /** Whether each two words in a row also count together: "give me" and "give up" ask for different things. */
  readonly hasPairs: boolean;
}

/** Which words are hashed, and how. */
interface HashedWords {
  readonly form: HashForm;
  /** Keeps places apart that mean different things. */
  readonly salt: number;
}

/** A word has its own hash, those with the word before it, of its bones and of its stems. */
const HASHES_OF_WORD = 7;
/** Words of the form that hashes most. */
export const WORDS_MOST = 110;
export const HASHES_MOST = (WORDS_MOST + 1) * HASHES_OF_WORD;

const SOFT = 1;
/**
 * The bone of each unit: letters that a slip most often adds, drops or swaps are soft, and some consonants are written for
 * others.
 */
function writeBones(bones: Uint16Array): void {
  for (let unit = 0; unit < bones.length; unit += 1) bones[unit] = unit;
  for (const vowel of "aeiouyаеиоуыэюяйёєіїьъαεηιουω'") bones[vowel.charCodeAt(0)] = SOFT;
  for (const [written = "", meant = ""] of ["ck", "qk", "zs", "vb"])
    bones[written.charCodeAt(0)] = meant.charCodeAt(0);
}

const UNITS = 65_536;
const BYTES = { tables: 5 * UNITS, hashes: 4 * HASHES_MOST, alignment: 128 } as const;

export interface TextScan {
  readonly memory: SimdMemory;
  /** Address of the folded units of the last text. */
  readonly folded: number;
  /** Address of the last hashes, and the hashes: what `hash` does not overwrite stays of earlier texts. */
  readonly hashesAt: number;
  readonly hashes: Int32Array;
  /** Folds a text of at most `unitsMost` units. @returns how many units that makes */
  fold(text: string): number;
  /** Hashes the words of the first `count` folded units. @returns how many hashes there are */
  hash(count: number, words: HashedWords): number;
}

/**
 * @param unitsMost of a text
 * @param bytes of all else that is reserved in its memory
 */
export function createTextScan(unitsMost: number, bytes = 0): TextScan {
  const capacity = BYTES.tables + BYTES.hashes + BYTES.alignment + 4 * unitsMost + bytes;
  const memory = createSimdMemory(capacity, { foldUnit: foldedUnit, classOfUnit: wordClassOf });
  const { kernels } = memory;
  const [folds, classes, bones] = [2 * UNITS, UNITS, 2 * UNITS].map(memory.reserve) as [
    number,
    number,
    number,
  ];
  writeBones(memory.shorts(bones, UNITS));
  kernels.setTables(folds, classes, bones);
  const [text, folded, hashes] = [2 * unitsMost, 2 * unitsMost, BYTES.hashes].map(memory.reserve) as [
    number,
    number,
    number,
  ];
  const write = createUnitWriter(memory.shorts(text, unitsMost));
  return {
    memory,
    folded,
    hashesAt: hashes,
    hashes: memory.ints(hashes, HASHES_MOST),
    fold: (string) => {
      write(string);
      return kernels.fold(text, Math.min(string.length, unitsMost), folded);
    },
    hash: (count, { form, salt }) => {
      const { wordsMost, stems, pieces, hasBones, hasPairs } = form;
      return kernels.hashWords(
        folded,
        count,
        salt * 101,
        wordsMost,
        stems,
        pieces,
        hasBones,
        hasPairs,
        hashes,
      );
    },
  };
}
