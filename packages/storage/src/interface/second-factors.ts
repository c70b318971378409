/** The secret that a person's app makes six-digit codes from. */
export interface SecondFactor {
  readonly userId: string;
  /** In base32. The service must know it to check a code, so a digest would not do. */
  readonly secret: string;
  /** The newest period of 30 seconds whose code was accepted: no code is accepted twice. */
  readonly lastStep: number;
  readonly createdAtMs: number;
  /** Null until a first code has shown that the app knows the secret. */
  readonly confirmedAtMs: number | null;
}

export interface SecondFactorRepository {
  find(userId: string): Promise<SecondFactor | undefined>;
  /** Replaces a secret that was never confirmed. False when one is confirmed: that one stays. */
  propose(factor: SecondFactor): Promise<boolean>;
  /** True once, for the secret that is given; codes up to `step` are used up with it. */
  confirm(input: {
    readonly userId: string;
    readonly secret: string;
    readonly step: number;
    readonly atMs: number;
  }): Promise<boolean>;
  /** Whether no code of this or a later period was accepted before; the period is used up then. */
  useStep(input: { readonly userId: string; readonly step: number }): Promise<boolean>;
  /** Ends the person's second factor, with its recovery codes. */
  delete(userId: string): Promise<boolean>;
  /** The new codes replace all earlier ones. */
  replaceRecoveryCodes(input: {
    readonly userId: string;
    readonly codeHashes: readonly string[];
  }): Promise<void>;
  /** True once for each code. */
  useRecoveryCode(input: { readonly userId: string; readonly codeHash: string }): Promise<boolean>;
  countRecoveryCodes(userId: string): Promise<number>;
}
