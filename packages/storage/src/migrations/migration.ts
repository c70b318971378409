export interface Migration {
  readonly version: number;
  readonly name: string;
  /** DDL with `bytes` for binary columns and `serial_key` for a counting primary key. */
  readonly statements: readonly string[];
}
