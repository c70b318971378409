// Whether the account has the preferences that the settings name. Found out at the start: each call would fail of it otherwise.
import type { FieldError } from "@signalbox/contracts";

import type { Decider } from "./decider.ts";
import { refuseFaults } from "../settings/read-settings.ts";
import type { GatewaySettings } from "../settings/settings.ts";

/** @throws SignalboxError invalid_configuration with every preference that the account does not have */
export async function checkPreferences(
  { plain, roles }: GatewaySettings,
  decider: Pick<Decider, "hasPreference">,
): Promise<void> {
  const named = Object.entries({ "": plain, ...roles }).flatMap(([role, { preference: id }]) =>
    id === undefined ? [] : [{ id, location: role === "" ? "preference" : `roles.${role}.preference` }],
  );
  const faults = await Promise.all(
    named.map(async ({ id, location }): Promise<readonly FieldError[]> => {
      // A service that is gone may come back: until then calls go to the clients' own models.
      if (await decider.hasPreference(id).catch(() => true)) return [];
      const message = `The account has no preference "${id}".`;
      return [{ location, message, fix: "Send the id of one: the dashboard's Preferences page shows it." }];
    }),
  );
  refuseFaults(faults.flat());
}
