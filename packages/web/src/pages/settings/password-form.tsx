import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";

import { signalbox } from "../../api/client.ts";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { faultOf, FormError } from "../../components/form-error.tsx";
import { Panel } from "../../components/panel.tsx";
import { showToast } from "../../components/toasts.tsx";
import { PasswordField } from "../../components/password-field.tsx";

export function PasswordForm(): ComponentChildren {
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const change = useAction(
    () => signalbox.auth.changePassword({ current_password: current, new_password: next }),
    {
      onDone: () => {
        setCurrent("");
        setNext("");
        showToast("Password changed. Other sessions were signed out.");
      },
    },
  );
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    change.run();
  };
  return (
    <Panel title="Password">
      <form className="stack" onSubmit={submit}>
        <PasswordField
          label="Current password"
          value={current}
          onChange={setCurrent}
          error={faultOf(change.error, "current_password")}
          isNew={false}
        />
        <PasswordField
          label="New password"
          value={next}
          onChange={setNext}
          error={faultOf(change.error, "new_password")}
          isNew
        />
        <FormError error={change.error} shown="current_password new_password" />
        <Button type="submit" kind="primary" isBusy={change.isBusy}>
          Change the password
        </Button>
      </form>
    </Panel>
  );
}
