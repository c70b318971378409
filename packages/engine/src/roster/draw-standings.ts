// Draws from what is believed of models: how far each is from its estimate, on work that leans on given skills, and how far its
// hidden tokens are from their expected level. Modes of one model and its copies at other hosts share their draws.
import type { Candidate } from "../candidates/candidate.ts";
import { hiddenLevelSd } from "../cost/hidden-tokens.ts";
import type { AbilityTable } from "../abilities/ability-table.ts";
import type { SkillBelief } from "../abilities/skill-belief.ts";
import { drawNormal, factoriseNearly, packedSize, splitmix32 } from "../numerics/index.ts";

interface Standings {
  /** Deviations of the estimate, standard normal. @shape draws */
  ability(candidate: number, weights: Float64Array): Float64Array;
  /** Factor on hidden tokens, mean 1. @shape draws */
  hiddenFactor(candidate: number): Float64Array;
}

const keyOf = ({ modelId, label }: Candidate): string => modelId ?? label;

/** @source FNV-1a, 32 bits */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** Lower triangle of the root of a packed covariance, row-major. */
function rootOf({ mean, covariance }: SkillBelief): Float64Array {
  const size = mean.length;
  const full = new Float64Array(size * size);
  for (let i = 0; i < size; i += 1)
    for (let j = 0; j <= i; j += 1) full[i * size + j] = covariance[packedSize(i) + j] ?? 0;
  return factoriseNearly(full, size);
}

/** The root times the weights: how the draws of a model enter its ability on such work. */
function loadingsOf(belief: SkillBelief, weights: Float64Array): Float64Array {
  const size = belief.mean.length;
  const root = rootOf(belief);
  const loadings = new Float64Array(size);
  for (let i = 0; i < size; i += 1)
    for (let j = 0; j <= i; j += 1)
      loadings[j] = (loadings[j] ?? 0) + (weights[i] ?? 0) * (root[i * size + j] ?? 0);
  return loadings;
}

/** Standard normals of one model: by draw, one a skill, one for work of a new kind, one for its hidden tokens. */
function normalsOf(key: string, width: number, { draws, seed }: DrawOptions): Float64Array {
  const random = splitmix32(hashOf(key) ^ Math.imul(seed, 0x9e3779b1));
  return Float64Array.from({ length: draws * width }, () => drawNormal(random));
}

export interface DrawOptions {
  readonly draws: number;
  readonly seed: number;
}

export function drawStandings(
  candidates: readonly Candidate[],
  table: AbilityTable | undefined,
  options: DrawOptions,
): Standings {
  const { draws } = options;
  const skills = table?.skills.length ?? 0;
  const width = skills + 2;
  const known = new Map<string, Float64Array>();
  const normals = candidates.map((candidate) => {
    const key = keyOf(candidate);
    const own = known.get(key) ?? normalsOf(key, width, options);
    known.set(key, own);
    return own;
  });
  const abilities = candidates.map(() => new Map<Float64Array, Float64Array>());
  const drawAbility = (position: number, weights: Float64Array): Float64Array => {
    const belief = candidates[position]?.ability.placed.belief;
    const loadings = belief === undefined ? new Float64Array(skills) : loadingsOf(belief, weights);
    const shared = [...loadings, belief === undefined ? 1 : (table?.newWorkSd ?? 0)];
    const length = Math.hypot(...shared) || 1;
    const own = normals[position] ?? new Float64Array(draws * width);
    return Float64Array.from({ length: draws }, (_, draw) =>
      shared.reduce((sum, each, i) => sum + (each / length) * (own[draw * width + i] ?? 0), 0),
    );
  };
  return {
    ability: (position, weights) => {
      const drawn = abilities[position]?.get(weights) ?? drawAbility(position, weights);
      abilities[position]?.set(weights, drawn);
      return drawn;
    },
    hiddenFactor: (position) => {
      const sd = hiddenLevelSd(candidates[position]?.mode);
      const own = normals[position];
      return Float64Array.from({ length: draws }, (_, draw) =>
        Math.exp(sd * (own?.[draw * width + width - 1] ?? 0) - (sd * sd) / 2),
      );
    },
  };
}
