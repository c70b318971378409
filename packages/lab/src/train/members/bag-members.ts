// Joins the members into the tensors that the engine loads; the token table is quantised to int8 row by row.
import type { MemberParameters, MemberShape } from "./member.ts";
import type { TensorBag } from "../artefact/tensor-bag.ts";
import { floatAt } from "../../arrays/value-at.ts";

function quantiseTokens(members: readonly MemberParameters[], shape: MemberShape, bag: TensorBag): void {
  const { vocabularySize, tokenSize } = shape;
  const width = members.length * tokenSize;
  if (width === 0) return;
  const table = new Int8Array(vocabularySize * width);
  const scale = new Float32Array(vocabularySize);
  for (let id = 0; id < vocabularySize; id += 1) {
    let largest = 1e-8;
    for (const member of members)
      for (let at = id * tokenSize; at < (id + 1) * tokenSize; at += 1)
        largest = Math.max(largest, Math.abs(floatAt(member.tokens, at)));
    scale[id] = largest / 127;
    members.forEach((member, index) => {
      for (let column = 0; column < tokenSize; column += 1)
        table[id * width + index * tokenSize + column] = Math.round(
          (floatAt(member.tokens, id * tokenSize + column) / largest) * 127,
        );
    });
  }
  bag.set("tokens", table, vocabularySize, width);
  bag.set("tokenScale", scale, vocabularySize);
}

function join(parts: readonly Float32Array[]): Float32Array {
  const joined = new Float32Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

export function bagMembers(members: readonly MemberParameters[], shape: MemberShape, bag: TensorBag): void {
  const { hiddenSize, abilitySize, tokenSize, denseSize } = shape;
  const count = members.length;
  quantiseTokens(members, shape, bag);
  const columns = abilitySize + 1;
  bag.set("hidden", join(members.map((member) => member.hidden)), count * hiddenSize, tokenSize + denseSize);
  bag.set("hiddenBias", join(members.map((member) => member.hiddenBias)), count * hiddenSize);
  bag.set("heads", join(members.map((member) => member.heads)), count * columns, hiddenSize);
  bag.set("headBias", join(members.map((member) => member.headBias)), count * columns);
  bag.set("calibration", Float32Array.of(1, 0), 2);
}
