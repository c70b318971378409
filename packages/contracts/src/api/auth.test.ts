// Who may come in with what: the forms of sign-up, sign-in, claim, reset and invitation.
import { characters, holdBoundaries } from "../boundaries.suite.ts";
import {
  AcceptInviteSchema,
  ChangePasswordSchema,
  ClaimSchema,
  OidcCallbackQuerySchema,
  OwnAccountSchema,
  RequestResetSchema,
  ResetPasswordSchema,
  SignInSchema,
  SignUpSchema,
  SwitchAccountSchema,
} from "./auth.ts";

const email = "ada@example.org";
const password = "four words make one";
const LONG_EMAIL = `${characters(242)}@example.org`;

holdBoundaries("a sign-up", {
  schema: SignUpSchema,
  valid: { email, password },
  takes: {
    "a name and an organisation": { name: "Ada", organisation: "Engines" },
    "an address of 254 characters": { email: LONG_EMAIL },
    "a password of 1,024 characters": { password: characters(1024) },
    "an organisation of 200 characters": { organisation: characters(200) },
  },
  refuses: {
    "a missing address": { email: undefined },
    "an address without a domain": { email: "ada@" },
    "an address with a space": { email: "ada lovelace@example.org" },
    "two addresses": { email: "ada@example.org,eve@example.org@" },
    "an address of 255 characters": { email: `x${LONG_EMAIL}` },
    "an empty password": { password: "" },
    "a password of 1,025 characters": { password: characters(1025) },
    "an empty name": { name: "" },
    "an organisation of 201 characters": { organisation: characters(201) },
  },
});

holdBoundaries("a sign-in", {
  schema: SignInSchema,
  valid: { email, password },
  takes: {
    "an address that today's rules would refuse": { email: "ada" },
    "a password of one character": { password: "x" },
  },
  refuses: {
    "an empty address": { email: "" },
    "an empty password": { password: "" },
    "a password that would take long to hash": { password: characters(1025) },
    "a list of passwords": { password: ["a", "b"] },
  },
});

holdBoundaries("the claim of a new installation", {
  schema: ClaimSchema,
  valid: { token: "claim_token", email, password },
  takes: { "a token of 256 characters": { token: characters(256) } },
  refuses: {
    "a missing token": { token: undefined },
    "an empty token": { token: "" },
    "a token of 257 characters": { token: characters(257) },
    "an address that is invalid": { email: "nobody" },
  },
});

holdBoundaries("a change of password", {
  schema: ChangePasswordSchema,
  valid: { current_password: "old", new_password: password },
  takes: { "a current password of any rule": { current_password: "x" } },
  refuses: {
    "a change without the current password": { current_password: undefined },
    "an empty new password": { new_password: "" },
  },
});

holdBoundaries("a request for a reset", {
  schema: RequestResetSchema,
  valid: { email },
  takes: { "an address of three characters": { email: "a@b" } },
  refuses: { "an address of two characters": { email: "a@" }, "no address": { email: null } },
});

holdBoundaries("a reset", {
  schema: ResetPasswordSchema,
  valid: { token: "reset", password },
  takes: { "a token of one character": { token: "x" } },
  refuses: { "an empty token": { token: "" }, "no password": { password: undefined } },
});

holdBoundaries("an accepted invitation", {
  schema: AcceptInviteSchema,
  valid: { token: "invite", password },
  takes: { "a name": { name: "Ada" } },
  refuses: { "an empty token": { token: "" }, "an empty name": { name: "" } },
});

holdBoundaries("the way back from single sign-on", {
  schema: OidcCallbackQuerySchema,
  valid: {},
  takes: {
    "a code with its state": { code: characters(4096), state: characters(1024) },
    "a fault of the provider": { error: "access_denied", error_description: "No." },
  },
  refuses: {
    "a code that is too long": { code: characters(4097) },
    "a state that is too long": { state: characters(1025) },
    "an issuer that is too long": { iss: characters(2049) },
    "a description that is too long": { error_description: characters(2049) },
  },
});

holdBoundaries("an organisation of one's own", {
  schema: OwnAccountSchema,
  valid: { id: "a", name: "Engines", role: "owner", is_current: true },
  takes: { "each role": { role: "read_only" } },
  refuses: { "a role that does not exist": { role: "admin" }, "no role": { role: undefined } },
});

holdBoundaries("a switch of organisation", {
  schema: SwitchAccountSchema,
  valid: { account_id: "a" },
  takes: { "an id of 128 characters": { account_id: characters(128) } },
  refuses: { "an empty id": { account_id: "" }, "an id of 129 characters": { account_id: characters(129) } },
});
