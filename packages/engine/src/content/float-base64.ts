// Rows of numbers as text for the wire: 32-bit floats, little-endian whatever the machine, base64 (RFC 4648).

const FLOAT_BYTES = 4;
const CHUNK_BYTES = 8_192;

export function writeFloats(values: Float32Array): string {
  const bytes = new Uint8Array(values.length * FLOAT_BYTES);
  const view = new DataView(bytes.buffer);
  values.forEach((value, index) => {
    view.setFloat32(index * FLOAT_BYTES, value, true);
  });
  let binary = "";
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES)
    binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK_BYTES));
  return btoa(binary);
}

function decode(text: string): string | undefined {
  try {
    return atob(text);
  } catch (cause) {
    if (cause instanceof DOMException) return undefined;
    throw cause;
  }
}

/** Undefined when the text is not base64 or holds no whole number of floats. The numbers may be any, NaN too. */
export function readFloats(text: string): Float32Array | undefined {
  const binary = decode(text);
  if (binary === undefined || binary.length % FLOAT_BYTES !== 0) return undefined;
  const view = new DataView(Uint8Array.from(binary, (unit) => unit.charCodeAt(0)).buffer);
  return Float32Array.from({ length: binary.length / FLOAT_BYTES }, (_, index) =>
    view.getFloat32(index * FLOAT_BYTES, true),
  );
}
