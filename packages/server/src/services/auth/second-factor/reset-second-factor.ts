import type { ServiceContext } from "../../../context/service-context.ts";
import { notFound } from "../../faults.ts";
import { notePerson, OPERATOR } from "../note-person.ts";

/**
 * For the command line on the machine itself: the person is signed out, and signs in by password alone again. Not for owners, because a person
 * may belong to another organisation too, whose door it would open.
 * @throws SignalboxError not_found, also for a person without a second factor
 */
export async function resetSecondFactor(context: ServiceContext, email: string): Promise<void> {
  const { storage } = context;
  const user = await storage.users.findByEmail(email.trim());
  if (user === undefined) throw notFound("person");
  await storage.transaction(async (repositories) => {
    if (!(await repositories.secondFactors.delete(user.id))) throw notFound("second factor");
    await repositories.browserSessions.deleteByUser({ userId: user.id });
    await notePerson(context, repositories, { user, by: OPERATOR, action: "second_factor.reset" });
  });
}
