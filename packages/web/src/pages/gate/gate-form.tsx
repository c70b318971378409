import type { FormEvent, ReactNode } from "react";

import { Button } from "../../components/button.tsx";
import { FormError } from "../../components/form-error.tsx";

interface Props {
  readonly verb: string;
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

export function GateForm(props: Props): ReactNode {
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    props.onSubmit();
  };
  return (
    <form className="stack" onSubmit={submit}>
      {props.children}
      <FormError error={props.error} />
      <Button type="submit" kind="primary" isBusy={props.isBusy}>
        {props.verb}
      </Button>
    </form>
  );
}
