import type { Passkey } from "@signalbox/sdk";
import { useQuery, useQueryClient } from "@tanstack/preact-query";
import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";

import { signalbox } from "../../api/client.ts";
import { ACCOUNT_KEYS, useAuthOptions } from "../../api/queries/lists.ts";
import { Button } from "../../components/button.tsx";
import { DataTable } from "../../components/data-table.tsx";
import { Panel } from "../../components/panel.tsx";
import { ErrorPanel, Skeleton } from "../../components/states.tsx";
import { Time } from "../../components/time.tsx";
import { AddPasskeyDialog, RemovePasskeyDialog, RenamePasskeyDialog } from "./passkey-dialogs.tsx";

type Open = { readonly kind: "add" } | { readonly kind: "rename" | "remove"; readonly passkey: Passkey };

export function PasskeysPanel(): ComponentChildren {
  const client = useQueryClient();
  const isOffered = useAuthOptions().data?.passkeys_enabled;
  const passkeys = useQuery({
    queryKey: ACCOUNT_KEYS.passkeys,
    queryFn: ({ signal }) => signalbox.auth.passkeys({ signal }),
  });
  const [open, setOpen] = useState<Open>();
  const close = (): void => {
    setOpen(undefined);
    void client.invalidateQueries({ queryKey: ACCOUNT_KEYS.passkeys });
  };
  const add = (
    <Button size="small" isDisabled={isOffered !== true} onClick={() => setOpen({ kind: "add" })}>
      Add a passkey
    </Button>
  );
  return (
    <Panel title="Passkeys" actions={add} isFlush>
      {isOffered === false ? (
        <p className="panel-body">
          Passkeys need a name in the address. The operator sets <code>server.publicUrl</code> to one.
        </p>
      ) : null}
      {passkeys.isError ? (
        <ErrorPanel error={passkeys.error} onRetry={() => void passkeys.refetch()} />
      ) : passkeys.data === undefined ? (
        <Skeleton rows={2} />
      ) : passkeys.data.data.length === 0 ? (
        <p className="panel-body">None yet. A passkey signs in by finger, face or the device's number.</p>
      ) : (
        <PasskeyTable passkeys={passkeys.data.data} onOpen={setOpen} />
      )}
      {open === undefined ? null : open.kind === "add" ? (
        <AddPasskeyDialog onClose={close} />
      ) : open.kind === "rename" ? (
        <RenamePasskeyDialog passkey={open.passkey} onClose={close} />
      ) : (
        <RemovePasskeyDialog passkey={open.passkey} onClose={close} />
      )}
    </Panel>
  );
}

interface TableProps {
  readonly passkeys: readonly Passkey[];
  readonly onOpen: (open: Open) => void;
}

function PasskeyTable({ passkeys, onOpen }: TableProps): ComponentChildren {
  return (
    <DataTable<Passkey>
      label="Passkeys"
      rows={passkeys}
      idOf={(passkey) => passkey.id}
      columns={[
        { name: "Name", show: (passkey) => <span dir="auto">{passkey.name}</span> },
        { name: "Last used", show: (passkey) => <Time at={passkey.last_used_at} /> },
        {
          name: "Actions",
          isNameHidden: true,
          show: (passkey) => (
            <div className="row">
              <Button size="small" onClick={() => onOpen({ kind: "rename", passkey })}>
                Rename
              </Button>
              <Button size="small" kind="danger" onClick={() => onOpen({ kind: "remove", passkey })}>
                Remove
              </Button>
            </div>
          ),
        },
      ]}
    />
  );
}
