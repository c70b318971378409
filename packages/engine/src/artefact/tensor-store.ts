// The tensors of an artefact, as typed arrays. Every tensor is checked for size and digest before it is used.
import { SignalboxError } from "@signalbox/contracts";
import type { ArtefactManifest, ArtefactTensor } from "@signalbox/contracts";

/** Bytes and the means to check them; the engine itself reads no file and knows no digest. */
export interface ArtefactBytes {
  readonly manifest: ArtefactManifest;
  readonly tensors: Uint8Array;
  /** Lower-case hexadecimal SHA-256 of the bytes of that tensor. */
  readonly sha256: (bytes: Uint8Array, tensor: ArtefactTensor) => string;
}

export interface TensorStore {
  float32(name: string, ...shape: number[]): Float32Array;
  /** A view that keeps all of the file's memory: copy what stays. The large tensors are of this type, and are placed elsewhere. */
  int8(name: string, ...shape: number[]): Int8Array;
  uint8(name: string, ...shape: number[]): Uint8Array;
  text(name: string): string;
}

const BYTES_OF = { float32: 4, int32: 4, int8: 1, uint8: 1 } as const;

function fault(name: string, what: string): SignalboxError {
  return new SignalboxError("invalid_artefact", `Tensor "${name}" ${what}.`);
}

function bytesOf(artefact: ArtefactBytes, tensor: ArtefactTensor): Uint8Array {
  const { name, byteOffset, byteLength, shape, dtype } = tensor;
  const end = byteOffset + byteLength;
  if (end > artefact.tensors.length) throw fault(name, "reaches beyond the end of the tensor files");
  if (shape.reduce((size, length) => size * length, BYTES_OF[dtype]) !== byteLength)
    throw fault(name, "has a length that does not fit its shape");
  const bytes = artefact.tensors.subarray(byteOffset, end);
  if (artefact.sha256(bytes, tensor) !== tensor.sha256)
    throw fault(name, "differs from its digest in the manifest");
  return bytes;
}

/** In memory of its own: the slice of a Node buffer is a view. */
const copyOf = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);

/** @throws SignalboxError invalid_artefact when a tensor is missing, misshapen or altered. */
export function openTensors(artefact: ArtefactBytes): TensorStore {
  const byName = new Map(artefact.manifest.tensors.map((tensor) => [tensor.name, tensor]));
  const get = (name: string, dtype: ArtefactTensor["dtype"], shape: readonly number[]): Uint8Array => {
    const tensor = byName.get(name);
    if (tensor === undefined) throw fault(name, "is missing");
    if (tensor.dtype !== dtype) throw fault(name, `is ${tensor.dtype}, expected ${dtype}`);
    if (shape.length > 0 && tensor.shape.join() !== shape.join())
      throw fault(name, `has shape ${tensor.shape.join("x")}, expected ${shape.join("x")}`);
    return bytesOf(artefact, tensor);
  };
  return {
    float32: (name, ...shape) => {
      const bytes = copyOf(get(name, "float32", shape));
      return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
    },
    int8: (name, ...shape) => {
      const bytes = get(name, "int8", shape);
      return new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    },
    uint8: (name, ...shape) => copyOf(get(name, "uint8", shape)),
    text: (name) => new TextDecoder().decode(get(name, "uint8", [])),
  };
}
