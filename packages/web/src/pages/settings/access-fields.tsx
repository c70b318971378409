// How members get in, and how long keys live.
import type { AccountSettings, SettingsInForce } from "@signalbox/sdk";
import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";

import { useAuthOptions } from "../../api/queries/lists.ts";
import { Check } from "../../components/choice.tsx";
import { NumberField, TextField } from "../../components/field.tsx";
import { faultOf } from "../../components/form-error.tsx";
import { counted } from "../../lib/format.ts";
import { limitHint } from "../../lib/phrases.ts";

interface Props {
  readonly settings: AccountSettings;
  readonly inForce: SettingsInForce;
  readonly error: unknown;
  readonly onChange: (part: Partial<AccountSettings>) => void;
}

const splitDomains = (text: string): string[] => text.split(/[\s,]+/).filter((domain) => domain !== "");

export function AccessFields({ settings, inForce, error, onChange }: Props): ComponentChildren {
  const options = useAuthOptions();
  return (
    <>
      <Check
        label="Require a second factor."
        hint="Of everybody who signs in by password. Turn your own on first."
        isChecked={settings.require_second_factor}
        onChange={(isOn) => onChange({ require_second_factor: isOn })}
      />
      {options.data?.oidc_enabled === true ? (
        <DomainsField settings={settings} error={error} onChange={onChange} />
      ) : null}
      <NumberField
        label="Keys live at most, days"
        hint={`${limitHint(inForce.key_days_max, {
          own: settings.key_days_max,
          write: (value) => counted(value, "day"),
          none: "no limit",
        })} Existing keys get the same end, but none ends within 14 days.`}
        error={faultOf(error, "key_days_max")}
        min={1}
        max={3650}
        step={1}
        value={settings.key_days_max?.toString() ?? ""}
        onChange={(typed) => onChange({ key_days_max: typed === "" ? null : Number(typed) })}
      />
    </>
  );
}

function DomainsField({ settings, error, onChange }: Omit<Props, "inForce">): ComponentChildren {
  const [text, setText] = useState(settings.single_sign_on_domains.join(", "));
  return (
    <TextField
      label="Domains that require single sign-on"
      hint="Members with addresses of these domains reach this organisation through the provider alone. Sign in through it yourself first."
      placeholder="example.org, example.com"
      value={text}
      error={faultOf(error, "single_sign_on_domains")}
      onChange={(typed) => {
        setText(typed);
        onChange({ single_sign_on_domains: splitDomains(typed) });
      }}
    />
  );
}
