/** 1 for each UTF-16 unit of `signs`, else 0: a look-up in a table takes a fraction of one in a set. @shape 65536 */
export function unitTable(signs: string): Uint8Array {
  const table = new Uint8Array(65_536);
  for (const sign of signs) table[sign.charCodeAt(0)] = 1;
  return table;
}
