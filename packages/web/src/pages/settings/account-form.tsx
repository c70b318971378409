import type { Account, AccountSettings, SettingsInForce, UpdateAccount } from "@signalbox/sdk";
import { useQueryClient } from "@tanstack/preact-query";
import type { ComponentChildren } from "preact";

import { signalbox } from "../../api/client.ts";
import { useAction } from "../../api/use-action.ts";
import { ACCOUNT_KEYS, ME_KEY } from "../../api/queries/lists.ts";
import { useNames } from "../../api/queries/names.ts";
import { Button } from "../../components/button.tsx";
import { Check, namedOptions, Segmented, SelectField } from "../../components/choice.tsx";
import { NumberField, TextField } from "../../components/field.tsx";
import { faultOf, FormError } from "../../components/form-error.tsx";
import { ExplorationLever } from "../../components/lever.tsx";
import { Panel } from "../../components/panel.tsx";
import { showToast } from "../../components/toasts.tsx";
import { count, counted } from "../../lib/format.ts";
import { limitHint, NO_PREFERENCE, SAY } from "../../lib/phrases.ts";
import { useDraft } from "../../lib/use-draft.ts";
import { AlertWebhook } from "./alert-webhook.tsx";
import { AccessFields } from "./access-fields.tsx";

interface Props {
  readonly account: Account;
  readonly canChange: boolean;
}

export function AccountForm({ account, canChange }: Props): ComponentChildren {
  const draft = useDraft("settings", { name: account.name, settings: account.settings });
  const { name, settings } = draft.value;
  const change = (part: Partial<AccountSettings>): void =>
    draft.set({ name, settings: { ...settings, ...part } });
  const save = useSave(draft.discard);
  const fields = { settings, inForce: account.in_force, error: save.error, onChange: change };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    save.run({ name: name.trim(), settings });
  };
  return (
    <form className="stack-4" onSubmit={submit}>
      <div className="columns-2">
        <Panel title="Organisation">
          <TextField
            label="Name"
            value={name}
            onChange={(value) => draft.set({ name: value, settings })}
            maxLength={200}
            error={faultOf(save.error, "name")}
            isRequired
          />
          <OrganisationFields {...fields} />
        </Panel>
        <Panel title="Sign-in and keys">
          <AccessFields {...fields} />
        </Panel>
        <Panel title="Requests">
          <RequestFields settings={settings} onChange={change} />
        </Panel>
        <Panel title="Alerts">
          <AlertWebhook
            url={settings.alert_webhook_url}
            error={faultOf(save.error, "alert_webhook_url")}
            isEdited={settings.alert_webhook_url !== account.settings.alert_webhook_url}
            canChange={canChange}
            onChange={(alert_webhook_url) => change({ alert_webhook_url })}
          />
        </Panel>
        <Panel title="Keeping and learning">
          <RetentionFields {...fields} />
        </Panel>
      </div>
      <FormError error={save.error} shown={SHOWN} />
      <div className="row save-bar">
        <Button type="submit" kind="primary" isBusy={save.isBusy} isDisabled={!canChange}>
          Save settings
        </Button>
        {draft.isEdited ? (
          <Button kind="quiet" onClick={draft.discard}>
            Discard changes
          </Button>
        ) : null}
        {canChange ? null : <span className="hint">{SAY.ownersOnly}</span>}
      </div>
    </form>
  );
}

/** Members whose faults stand beside their fields. */
const SHOWN = "name requests_per_minute_max session_ttl_s alert_webhook_url retention_days key_days_max";

function useSave(onSaved: () => void) {
  const client = useQueryClient();
  return useAction((body: UpdateAccount) => signalbox.account.update(body), {
    stale: [ME_KEY],
    onDone: (saved) => {
      client.setQueryData(ACCOUNT_KEYS.current, saved);
      onSaved();
      showToast("Settings saved.");
    },
  });
}

interface FieldsProps {
  readonly settings: AccountSettings;
  readonly error: unknown;
  readonly onChange: (part: Partial<AccountSettings>) => void;
}

interface LimitedProps extends FieldsProps {
  readonly inForce: SettingsInForce;
}

const HOUR_S = 3600;
/** A second is the least. */
const HOURS_MIN = 0.0003;

const secondsOf = (hours: string): number =>
  hours === "" ? 24 * HOUR_S : Math.max(1, Math.round(Number(hours) * HOUR_S));

function OrganisationFields({ settings, inForce, error, onChange }: LimitedProps): ComponentChildren {
  return (
    <>
      <DefaultPreference value={settings.default_preference_id} onChange={onChange} />
      <OptionalNumber
        label="Requests a minute, all keys together"
        hint={limitHint(inForce.requests_per_minute_max, {
          own: settings.requests_per_minute_max,
          write: (value) => `${count(value)} a minute`,
          none: "no limit",
        })}
        value={settings.requests_per_minute_max}
        error={faultOf(error, "requests_per_minute_max")}
        onChange={(value) => onChange({ requests_per_minute_max: value })}
      />
      <NumberField
        label="A session ends after, hours"
        hint="Later calls with its id start a new chain."
        min={HOURS_MIN}
        max={720}
        step="any"
        value={String(Number((settings.session_ttl_s / HOUR_S).toFixed(4)))}
        error={faultOf(error, "session_ttl_s")}
        onChange={(hours) => onChange({ session_ttl_s: secondsOf(hours) })}
      />
    </>
  );
}

function RequestFields({ settings, onChange }: Omit<FieldsProps, "error">): ComponentChildren {
  return (
    <>
      <Check
        label="Refuse what would only be warned of."
        hint="A misspelt member or model is an error (422), as with strict: true in the request."
        isChecked={settings.strict_requests}
        onChange={(isOn) => onChange({ strict_requests: isOn })}
      />
      <Check
        label="Find the session of a conversation that names none."
        hint="By keyed digests of how it begins; find_session: false in a request turns it off for that one."
        isChecked={settings.find_sessions}
        onChange={(isOn) => onChange({ find_sessions: isOn })}
      />
    </>
  );
}

function RetentionFields({ settings, inForce, error, onChange }: LimitedProps): ComponentChildren {
  return (
    <>
      <Segmented
        label="Message text"
        value={settings.retention}
        options={[
          { value: "none", label: "Never kept" },
          { value: "text", label: "Kept with decisions" },
        ]}
        onChange={(retention) => onChange({ retention })}
        hint={SAY.neverKept}
      />
      <OptionalNumber
        label="Delete decisions and feedback after, days"
        hint={limitHint(inForce.retention_days, {
          own: settings.retention_days,
          write: (value) => `after ${counted(value, "day")}`,
          none: "never",
        })}
        value={settings.retention_days}
        error={faultOf(error, "retention_days")}
        onChange={(value) => onChange({ retention_days: value })}
      />
      <Check
        label="Learn from feedback."
        hint="Reports change the estimates of this organisation, and of no other."
        isChecked={settings.learning_enabled}
        onChange={(isOn) => onChange({ learning_enabled: isOn })}
      />
      <ExplorationLever
        value={settings.exploration_rate}
        onChange={(rate) => onChange({ exploration_rate: rate })}
      />
    </>
  );
}

interface OptionalNumberProps {
  readonly label: string;
  readonly hint: string;
  readonly value: number | null;
  readonly error: string | undefined;
  readonly onChange: (value: number | null) => void;
}

function OptionalNumber(props: OptionalNumberProps): ComponentChildren {
  return (
    <NumberField
      label={props.label}
      hint={props.hint}
      error={props.error}
      min={1}
      step={1}
      value={props.value?.toString() ?? ""}
      onChange={(typed) => props.onChange(typed === "" ? null : Number(typed))}
    />
  );
}

interface DefaultPreferenceProps {
  readonly value: string | null;
  readonly onChange: (part: Partial<AccountSettings>) => void;
}

function DefaultPreference(props: DefaultPreferenceProps): ComponentChildren {
  const { preferences } = useNames();
  return (
    <SelectField
      label="Preference of requests that name none"
      value={props.value ?? ""}
      options={namedOptions(NO_PREFERENCE, preferences)}
      onChange={(id) => props.onChange({ default_preference_id: id === "" ? null : id })}
    />
  );
}
