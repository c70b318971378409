import { SignalboxApiError } from "@signalbox/sdk";
import type { ComponentChildren } from "preact";

import type { Action } from "../api/use-action.ts";
import { words } from "../lib/format.ts";
import { Button } from "./button.tsx";
import { explain } from "./states.tsx";

interface Props {
  readonly error: unknown;
  /** Members whose faults are already shown beside their fields, separated by spaces. */
  readonly shown?: string;
}

/** The fault of a whole form, with every faulty member listed. Nothing that was typed is touched. */
export function FormError({ error, shown = "" }: Props): ComponentChildren {
  if (error === undefined || error === null) return null;
  const { title, detail } = explain(error);
  const all = error instanceof SignalboxApiError ? error.errors : [];
  const faults = all.filter(({ location }) => !shown.split(" ").some((member) => isIn(location, member)));
  return (
    <div className="banner" data-tone="stop" role="alert">
      <div>
        <strong>{title}.</strong>{" "}
        {faults.length > 0 ? null : all.length > 0 ? "See the marked fields." : detail}
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

/** Also where the fault is in one of a list: `body.addresses[1]`. */
const isIn = (location: string, member: string): boolean => location.split(/[./[]/).includes(member);

/** Whether all that is wrong is that rules match nothing, which may be meant. */
export function isUnmatched(error: unknown): boolean {
  const faults = error instanceof SignalboxApiError ? error.errors : [];
  return faults.length > 0 && faults.every(({ fix }) => fix.includes("unknown_ok"));
}

/** The fault that the service found in one member of the body, if any. */
export function faultOf(error: unknown, member: string): string | undefined {
  if (!(error instanceof SignalboxApiError)) return undefined;
  const fault = error.errors.find(({ location }) => isIn(location, member));
  return fault === undefined ? undefined : `${fault.message} ${fault.fix}`;
}

interface FormProps {
  readonly action: Pick<Action<[]>, "run" | "isBusy" | "error">;
  readonly verb: string;
  readonly children: ComponentChildren;
  /** Members whose faults are shown beside their fields. */
  readonly shown?: string;
  readonly kind?: "primary" | "plain";
  readonly isDisabled?: boolean;
  /** Stands beside the button. */
  readonly beside?: ComponentChildren;
}

/** Fields that one action sends, with its fault and its button; the page stays. */
export function Form({ action, verb, children, shown = "", ...button }: FormProps): ComponentChildren {
  const send = (
    <Button
      type="submit"
      kind={button.kind ?? "primary"}
      isBusy={action.isBusy}
      isDisabled={button.isDisabled === true}
    >
      {verb}
    </Button>
  );
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        action.run();
      }}
    >
      {children}
      <FormError error={action.error} shown={shown} />
      {button.beside === undefined ? (
        send
      ) : (
        <div className="row">
          {send}
          {button.beside}
        </div>
      )}
    </form>
  );
}
