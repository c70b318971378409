// The tensors of a written artefact, as a later step of the recipe takes them up again.
import type { ArtefactManifest } from "@signalbox/contracts";
import type { BaggedTensor, TensorData } from "./tensor-bag.ts";

export function listWrittenTensors(manifest: ArtefactManifest, bytes: Uint8Array): BaggedTensor[] {
  return manifest.tensors.map(({ name, dtype, shape, byteOffset, byteLength }) => {
    // A copy: a view of a pooled buffer would not be aligned.
    const part = Uint8Array.from(bytes.subarray(byteOffset, byteOffset + byteLength));
    const data: TensorData =
      dtype === "float32"
        ? new Float32Array(part.buffer)
        : dtype === "int8"
          ? new Int8Array(part.buffer)
          : part;
    return { name, shape, data };
  });
}
