// The question after the password. Attempts are counted by person, whatever address they come from: only those who know
// the password get here, so nobody else can use up a person's attempts.
import { invalid, type SignalboxError } from "@signalbox/contracts";
import type { Repositories, SecondFactor } from "@signalbox/storage";

import type { ServiceContext } from "../../../context/service-context.ts";
import { codeThrottle } from "../throttles.ts";
import { hashRecoveryCode } from "./recovery-codes.ts";
import { stepOfCode } from "./totp.ts";

const SIX_DIGITS = /^\d{6}$/;

/** What proved the second factor. */
export type SecondProof = "code" | "recovery code";

export interface CodeAttempt {
  readonly repositories: Pick<Repositories, "secondFactors">;
  readonly userId: string;
  readonly code: string | undefined;
}

const missing = (): SignalboxError =>
  invalid(
    [
      {
        location: "body.code",
        message: "This person signs in with a second factor.",
        fix: "Send the six digits of the authenticator app, or a recovery code.",
      },
    ],
    "unauthenticated",
  );

/** A 401 would make a page believe that its session has ended; at sign-in there is none yet. */
export const wrongCode = (code: "unauthenticated" | "forbidden"): SignalboxError =>
  invalid(
    [
      {
        location: "body.code",
        message: "The code is wrong, or was used already.",
        fix: "Wait for the next one of the app, or use a recovery code.",
      },
    ],
    code,
  );

/** Uses the code up. */
async function useCode(
  context: ServiceContext,
  { secret }: SecondFactor,
  attempt: CodeAttempt & { readonly code: string },
): Promise<SecondProof | undefined> {
  const { repositories, userId } = attempt;
  const code = attempt.code.replaceAll(/\s/g, "");
  if (!SIX_DIGITS.test(code)) {
    const codeHash = hashRecoveryCode(code);
    const isKnown = await repositories.secondFactors.useRecoveryCode({ userId, codeHash });
    return isKnown ? "recovery code" : undefined;
  }
  const step = await stepOfCode(secret, code, context.clock.nowMs());
  const isFresh = step !== undefined && (await repositories.secondFactors.useStep({ userId, step }));
  return isFresh ? "code" : undefined;
}

/** Of a person who has a second factor. @throws SignalboxError rate_limited, or as `fault` says */
export async function proveSecondFactor(
  context: ServiceContext,
  factor: SecondFactor,
  attempt: CodeAttempt & { readonly code: string; readonly fault: "unauthenticated" | "forbidden" },
): Promise<SecondProof> {
  const counted = { email: attempt.userId, address: attempt.userId };
  const throttle = codeThrottle(context);
  throttle.begin(counted);
  const proof = await useCode(context, factor, attempt);
  if (proof === undefined) throw wrongCode(attempt.fault);
  throttle.succeed(counted);
  return proof;
}

/** At sign-in. Undefined for people without a second factor. @throws SignalboxError unauthenticated, rate_limited */
export async function checkSecondFactor(
  context: ServiceContext,
  attempt: CodeAttempt,
): Promise<SecondProof | undefined> {
  const { repositories, userId, code } = attempt;
  const factor = await repositories.secondFactors.find(userId);
  if (factor === undefined || factor.confirmedAtMs === null) return undefined;
  if (code === undefined) throw missing();
  return proveSecondFactor(context, factor, { repositories, userId, code, fault: "unauthenticated" });
}
