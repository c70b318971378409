import { SignalboxApiError } from "@signalbox/sdk";
import type { ReactNode } from "react";

import { words } from "../lib/format.ts";
import { explain } from "./states.tsx";

/** The fault of a whole form, with every faulty member listed. Nothing that was typed is touched. */
export function FormError(props: { readonly error: unknown }): ReactNode {
  if (props.error === undefined || props.error === null) return null;
  const { title, detail } = explain(props.error);
  const faults = props.error instanceof SignalboxApiError ? props.error.errors : [];
  return (
    <div className="banner" data-tone="stop" role="alert">
      <div>
        <strong>{title}.</strong> {faults.length === 0 ? detail : null}
        {faults.length === 0 ? null : (
          <ul className="bullets">
            {faults.map((fault) => (
              <li key={`${fault.location}${fault.message}`}>
                <strong>{memberWords(fault.location)}:</strong> {fault.message} {fault.fix}
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

/** "body.policy.minimum_success" as "minimum success". */
const memberWords = (location: string): string => words(location.replace(/^(body|query)\.(policy\.)?/, ""));

/** Whether all that is wrong is that rules match nothing, which may be meant. */
export function isUnmatched(error: unknown): boolean {
  const faults = error instanceof SignalboxApiError ? error.errors : [];
  return faults.length > 0 && faults.every(({ fix }) => fix.includes("unknown_ok"));
}

/** The fault that the service found in one member of the body, if any. */
export function faultOf(error: unknown, member: string): string | undefined {
  if (!(error instanceof SignalboxApiError)) return undefined;
  const fault = error.errors.find(({ location }) => location.split(/[./]/).includes(member));
  return fault === undefined ? undefined : `${fault.message} ${fault.fix}`;
}
