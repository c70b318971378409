// Copies a text's code units into an array: a loop over the array takes a tenth of one over the text, which looks up for each unit
// what the text was cut out of.

/** Below it the call alone takes longer than a loop. */
const NATIVE_LEAST = 24;
/** Zeros behind a text, for those who look ahead. */
const ZEROS = 2;

/** Undefined in browsers. */
const { Buffer: NodeBuffer } = globalThis as { Buffer?: typeof Buffer };
const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/**
 * The units of a text, which stay until the next one is copied: its `length` of them, then two zeros, then what earlier texts left.
 * @param room units of the longest text that is expected; a longer one makes more
 */
export function createUnitCopy(room: number): (text: string) => Uint16Array {
  let units = new Uint16Array(0);
  let bytes: Buffer | undefined;
  const makeRoom = (length: number): void => {
    units = new Uint16Array(length + ZEROS);
    bytes = isLittleEndian ? NodeBuffer?.from(units.buffer) : undefined;
  };
  makeRoom(room);
  return (text) => {
    const { length } = text;
    if (length + ZEROS > units.length) makeRoom(2 * length);
    if (bytes !== undefined && length >= NATIVE_LEAST) bytes.write(text, "utf16le");
    else for (let at = 0; at < length; at += 1) units[at] = text.charCodeAt(at);
    units.fill(0, length, length + ZEROS);
    return units;
  };
}
