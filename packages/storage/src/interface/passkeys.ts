export interface Passkey {
  readonly id: string;
  /** As its authenticator chose it, in base64url. */
  readonly credentialId: string;
  readonly userId: string;
  readonly name: string;
  /** COSE key in base64url. */
  readonly publicKey: string;
  /** Uses that the authenticator counted; 0 where it counts none. */
  readonly counter: number;
  /** How browsers reach the authenticator, e.g. "internal". */
  readonly transports: readonly string[];
  readonly createdAtMs: number;
  readonly lastUsedAtMs: number | null;
}

export interface PasskeyRepository {
  /** @throws conflict when the credential is registered already */
  create(passkey: Passkey): Promise<void>;
  find(credentialId: string): Promise<Passkey | undefined>;
  /** Oldest first. */
  listByUser(userId: string): Promise<readonly Passkey[]>;
  rename(input: {
    readonly userId: string;
    readonly id: string;
    readonly name: string;
  }): Promise<Passkey | undefined>;
  noteUse(input: { readonly id: string; readonly counter: number; readonly atMs: number }): Promise<void>;
  delete(input: { readonly userId: string; readonly id: string }): Promise<boolean>;
  /** True for the first answer to a challenge. */
  useChallenge(input: { readonly challengeHash: string; readonly expiresAtMs: number }): Promise<boolean>;
  purgeChallenges(nowMs: number): Promise<number>;
}
