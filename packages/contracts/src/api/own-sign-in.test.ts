// Answers that browsers may give about a passkey: bounded, in base64url, with whatever members they add over time.
import { characters, holdBoundaries } from "../boundaries.suite.ts";
import {
  RegisterPasskeySchema,
  RenamePasskeySchema,
  SignInWithPasskeySchema,
  StartPasskeySchema,
  StartSecondFactorSchema,
  UseCodeSchema,
} from "./own-sign-in.ts";

const base = { id: "YWJj", rawId: "YWJj", type: "public-key" };
const made = { clientDataJSON: "e30", attestationObject: "oA" };
const used = { clientDataJSON: "e30", authenticatorData: "AA", signature: "MA" };

holdBoundaries("the start of a passkey", {
  schema: StartPasskeySchema,
  valid: {},
  takes: { "the person's password": { password: "four words make one" } },
  refuses: { "an empty password": { password: "" } },
});

holdBoundaries("a registered passkey", {
  schema: RegisterPasskeySchema,
  valid: { name: "Laptop", credential: { ...base, response: made } },
  takes: {
    "members that browsers add": {
      credential: {
        ...base,
        authenticatorAttachment: "platform",
        clientExtensionResults: {},
        response: { ...made, transports: ["internal", "hybrid"], publicKeyAlgorithm: -7 },
      },
    },
    "8,192 characters of a part": {
      credential: { ...base, response: { ...made, attestationObject: characters(8192) } },
    },
  },
  refuses: {
    "a passkey without a name": { name: "" },
    "no credential": { credential: undefined },
    "another kind of credential": { credential: { ...base, type: "password", response: made } },
    "a part that is too long": {
      credential: { ...base, response: { ...made, attestationObject: characters(8193) } },
    },
    "a part that is not base64url": { credential: { ...base, id: "a+b/", response: made } },
    "17 transports": {
      credential: { ...base, response: { ...made, transports: Array.from({ length: 17 }, () => "usb") } },
    },
  },
});

holdBoundaries("a passkey's new name", {
  schema: RenamePasskeySchema,
  valid: { name: "Phone" },
  takes: { "200 characters": { name: characters(200) } },
  refuses: { "no name": { name: undefined }, "201 characters": { name: characters(201) } },
});

holdBoundaries("a sign-in with a passkey", {
  schema: SignInWithPasskeySchema,
  valid: { credential: { ...base, response: used } },
  takes: {
    "an authenticator that names no person": {
      credential: { ...base, response: { ...used, userHandle: null } },
    },
  },
  refuses: {
    "an answer without a signature": {
      credential: { ...base, response: { ...used, signature: undefined } },
    },
    "a name that is not base64url": {
      credential: { ...base, response: { ...used, userHandle: "a b" } },
    },
  },
});

holdBoundaries("the start of a second factor", {
  schema: StartSecondFactorSchema,
  valid: { password: "four words make one" },
  takes: { "a password of 1,024 characters": { password: characters(1024) } },
  refuses: {
    "a start without the password": { password: undefined },
    "a password that would take long to hash": { password: characters(1025) },
  },
});

holdBoundaries("a code of a second factor", {
  schema: UseCodeSchema,
  valid: { code: "123456" },
  takes: { "a recovery code": { code: "abcd-efgh-jkmn-pqrs" }, "64 characters": { code: characters(64) } },
  refuses: {
    "no code": { code: undefined },
    "an empty code": { code: "" },
    "65 characters": { code: characters(65) },
    "a number": { code: 123_456 },
  },
});
