// Copies a text's code units into an array: a loop over the array takes a tenth of one over the text, which looks up for each unit
// what the text was cut out of.

/** Below it the call alone takes longer than a loop. */
const NATIVE_LEAST = 24;
/** Zeros behind a text, for those who look ahead. */
const ZEROS = 2;

/** Undefined in browsers. */
const { Buffer: NodeBuffer } = globalThis as { Buffer?: typeof Buffer };
const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** Writes the units of a text into `units`, which has room for them and stays where it is. */
export function createUnitWriter(units: Uint16Array): (text: string) => void {
  const bytes = isLittleEndian
    ? NodeBuffer?.from(units.buffer, units.byteOffset, units.byteLength)
    : undefined;
  return (text) => {
    if (bytes !== undefined && text.length >= NATIVE_LEAST) bytes.write(text, "utf16le");
    else for (let at = 0; at < text.length; at += 1) units[at] = text.charCodeAt(at);
  };
}

/**
 * The units of a text, which stay until the next one is copied: its `length` of them, then two zeros, then what earlier texts left.
 * @param room units of the longest text that is expected; a longer one makes more
 */
export function createUnitCopy(room: number): (text: string) => Uint16Array {
  let units = new Uint16Array(room + ZEROS);
  let write = createUnitWriter(units);
  return (text) => {
    const { length } = text;
    if (length + ZEROS > units.length) {
      units = new Uint16Array(2 * length + ZEROS);
      write = createUnitWriter(units);
    }
    write(text);
    units.fill(0, length, length + ZEROS);
    return units;
  };
}
