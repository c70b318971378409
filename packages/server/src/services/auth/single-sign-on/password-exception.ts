// The way in for a person when single sign-on is required and the provider is down: for a time, and only by the command line
// on the machine itself.
import { SignalboxError } from "@signalbox/contracts";
import type { Repositories } from "@signalbox/storage";

import type { ServiceContext } from "../../../context/service-context.ts";
import { notFound } from "../../faults.ts";
import { notePerson, OPERATOR } from "../note-person.ts";

const MINUTES_MAX = 1440;

const keyOf = (userId: string): string => `password-allowed:${userId}`;

/** Until when the person may sign in without the provider. @throws SignalboxError not_found, bad_request */
export async function allowPassword(
  context: ServiceContext,
  input: { readonly email: string; readonly minutes: number },
): Promise<Date> {
  const { email, minutes } = input;
  if (!(minutes >= 1 && minutes <= MINUTES_MAX))
    throw new SignalboxError("bad_request", `Give a number of minutes from 1 to ${MINUTES_MAX}.`);
  const user = await context.storage.users.findByEmail(email.trim());
  if (user === undefined) throw notFound("person");
  const untilMs = context.clock.nowMs() + minutes * 60_000;
  await context.storage.transaction(async (repositories) => {
    await repositories.instance.set(keyOf(user.id), String(untilMs));
    const noted = { action: "user.allow_password", details: { minutes } };
    await notePerson(context, repositories, { user, by: OPERATOR, ...noted });
  });
  return new Date(untilMs);
}

export async function hasException(
  { instance }: Pick<Repositories, "instance">,
  userId: string,
  nowMs: number,
): Promise<boolean> {
  const until = await instance.find(keyOf(userId));
  return until !== undefined && Number(until) > nowMs;
}
