// An authenticator without hardware, written from the WebAuthn specification: an ES256 key, attestation "none", and the
// little CBOR that those need. Every part can be made wrong on purpose.
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto";

const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

const base64Url = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64url");
const sha256 = (bytes: string | Uint8Array): Buffer => createHash("sha256").update(bytes).digest();

/** Head of a CBOR item: major type and a number below 65,536. */
function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.of((major << 5) | value);
  if (value < 256) return Buffer.of((major << 5) | 24, value);
  return Buffer.of((major << 5) | 25, value >> 8, value & 255);
}
const integer = (value: number): Buffer => (value < 0 ? head(1, -1 - value) : head(0, value));
const bytes = (value: Uint8Array): Buffer => Buffer.concat([head(2, value.length), value]);
const text = (value: string): Buffer => Buffer.concat([head(3, value.length), Buffer.from(value)]);
const map = (...pairs: readonly (readonly [Buffer, Buffer])[]): Buffer =>
  Buffer.concat([head(5, pairs.length), ...pairs.flat()]);

function coseKey(key: KeyObject): Buffer {
  const { x = "", y = "" } = key.export({ format: "jwk" });
  return map(
    [integer(1), integer(2)],
    [integer(3), integer(-7)],
    [integer(-1), integer(1)],
    [integer(-2), bytes(Buffer.from(x, "base64url"))],
    [integer(-3), bytes(Buffer.from(y, "base64url"))],
  );
}

export interface Options {
  readonly challenge: string;
  readonly rp?: { readonly id: string };
  readonly rpId?: string;
  readonly user?: { readonly id: string };
}

/** The answer that a page, or an attacker, makes of it. */
export interface Ceremony {
  readonly origin: string;
  /** Default: that of the options. */
  readonly rpId?: string;
  /** Whether the person showed finger, face or number. Default true. */
  readonly isVerified?: boolean;
  readonly counter?: number;
}

export interface SoftwareAuthenticator {
  create(options: Options, ceremony: Ceremony): object;
  get(options: Options, ceremony: Ceremony): object;
}

export function createAuthenticator(): SoftwareAuthenticator {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(32);
  let userHandle = "";
  const clientData = (type: string, options: Options, { origin }: Ceremony): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge: options.challenge, origin, crossOrigin: false }));
  const authenticatorData = (options: Options, ceremony: Ceremony, extra: number): Buffer => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(ceremony.counter ?? 0);
    const rpId = ceremony.rpId ?? options.rp?.id ?? options.rpId ?? "";
    const flags = PRESENT | extra | (ceremony.isVerified === false ? 0 : VERIFIED);
    return Buffer.concat([sha256(rpId), Buffer.of(flags), counter]);
  };
  const credential = (response: object): object => ({
    id: base64Url(id),
    rawId: base64Url(id),
    type: "public-key",
    clientExtensionResults: {},
    response,
  });
  return {
    create: (options, ceremony) => {
      userHandle = options.user?.id ?? "";
      const length = Buffer.of(0, id.length);
      const data = Buffer.concat([
        authenticatorData(options, ceremony, HAS_CREDENTIAL),
        Buffer.alloc(16),
        length,
        id,
        coseKey(publicKey),
      ]);
      const attestation = map(
        [text("fmt"), text("none")],
        [text("attStmt"), map()],
        [text("authData"), bytes(data)],
      );
      return credential({
        clientDataJSON: base64Url(clientData("webauthn.create", options, ceremony)),
        attestationObject: base64Url(attestation),
        transports: ["internal"],
      });
    },
    get: (options, ceremony) => {
      const client = clientData("webauthn.get", options, ceremony);
      const data = authenticatorData(options, ceremony, 0);
      const signature = sign("sha256", Buffer.concat([data, sha256(client)]), privateKey);
      return credential({
        clientDataJSON: base64Url(client),
        authenticatorData: base64Url(data),
        signature: base64Url(signature),
        userHandle,
      });
    },
  };
}
