/** @param types this database's words for what migrations call `bytes` and `serial_key` */
export function spellTypes(
  statement: string,
  types: { readonly bytes: string; readonly serialKey: string },
): string {
  return statement.replace(/\bserial_key\b/g, types.serialKey).replace(/(?<=[a-z] )bytes\b/g, types.bytes);
}
