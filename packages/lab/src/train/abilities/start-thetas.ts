// Theta of each identity after the joint training: the shared part, without what single sources add.
import type { MemberParameters, MemberShape } from "../members/member.ts";
import type { TrainingSet } from "../members/training-set.ts";

/** @shape identities x (members x (abilitySize + 1) + 1) */
export function startThetas(
  set: TrainingSet,
  members: readonly MemberParameters[],
  shape: MemberShape,
): Float32Array {
  const columns = shape.abilitySize + 1;
  const width = members.length * columns + 1;
  const thetas = new Float32Array(set.canonicalCount * width);
  for (let identity = 0; identity < set.canonicalCount; identity += 1) {
    members.forEach((member, index) =>
      thetas.set(
        member.shared.subarray(identity * columns, (identity + 1) * columns),
        identity * width + index * columns,
      ),
    );
    thetas[(identity + 1) * width - 1] = 1;
  }
  return thetas;
}
