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
  // Plain loops: this runs for every request that brings features, and copying through iterators takes several times as long.
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = binary.charCodeAt(at);
  const view = new DataView(bytes.buffer);
  const values = new Float32Array(bytes.length / FLOAT_BYTES);
  for (let index = 0; index < values.length; index += 1)
    values[index] = view.getFloat32(index * FLOAT_BYTES, true);
  return values;
}
