import type {
  AcceptInvite,
  AuthOptions,
  BrowserSession,
  ChangeEmail,
  ChangePassword,
  Claim,
  Invitation,
  Me,
  OpenInvite,
  Page,
  RecoveryCodes,
  RequestReset,
  ResetPassword,
  SecondFactorSecret,
  SignIn,
  SignUp,
  SwitchAccount,
} from "@signalbox/contracts";

import type { CallOptions, Transport } from "../../transport/transport.ts";

const SECOND_FACTOR = "/auth/second-factor";

/** Signing in and out with the browser's session cookie; of use to the dashboard only. */
export function authResource(transport: Transport) {
  const post = <T>(path: string, body?: unknown) =>
    transport.json<T>({ method: "POST", path: `/auth${path}`, body });
  return {
    options: (options?: CallOptions) =>
      transport.json<AuthOptions>({ method: "GET", path: "/auth/options", ...options }),
    me: (options?: CallOptions) => transport.json<Me>({ method: "GET", path: "/auth/me", ...options }),
    signUp: (body: SignUp) => post<Me>("/sign-up", body),
    signIn: (body: SignIn) => post<Me>("/sign-in", body),
    signOut: () => post<unknown>("/sign-out"),
    claim: (body: Claim) => post<Me>("/claim", body),
    changePassword: (body: ChangePassword) => post<unknown>("/password", body),
    requestReset: (body: RequestReset) => post<unknown>("/reset-request", body),
    resetPassword: (body: ResetPassword) => post<unknown>("/reset", body),
    /** Turns this browser to another of the person's organisations; its session is a new one afterwards. */
    switchAccount: (body: SwitchAccount) => post<Me>("/switch", body),
    changeEmail: (body: ChangeEmail) => post<unknown>("/email", body),
    /** Who invites to which organisation. `keep`: for the single sign-on that follows in this browser. */
    openInvite: (body: OpenInvite) => post<Invitation>("/invite", body),
    acceptInvite: (body: AcceptInvite) => post<Me>("/accept-invite", body),
    sessions: (options?: CallOptions) =>
      transport.json<Page<BrowserSession>>({ method: "GET", path: "/auth/sessions", ...options }),
    endSession: (id: string) =>
      transport.json<unknown>({ method: "DELETE", path: `/auth/sessions/${encodeURIComponent(id)}` }),
    /** A secret for the app; it counts from the first code on. */
    startSecondFactor: (password: string) =>
      transport.json<SecondFactorSecret>({ method: "POST", path: SECOND_FACTOR, body: { password } }),
    confirmSecondFactor: (code: string) => post<RecoveryCodes>("/second-factor/confirm", { code }),
    renewRecoveryCodes: (code: string) => post<RecoveryCodes>("/second-factor/recovery-codes", { code }),
    endSecondFactor: (code: string) =>
      transport.json<unknown>({ method: "DELETE", path: SECOND_FACTOR, body: { code } }),
    oidcStartUrl: () => transport.url("/auth/oidc/start"),
  };
}
