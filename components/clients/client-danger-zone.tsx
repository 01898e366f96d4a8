"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { deleteClient, patchClient } from "@/lib/api-client/client-mutations";
import { Button } from "../ui/button";
import { Panel } from "../ui/panel";
import type { ClientDetailView } from "./client-views";
import { DeactivateClientDialog } from "./deactivate-client-dialog";
import { DeleteClientDialog } from "./delete-client-dialog";
import { RefusalNotice } from "./refusal-notice";
import { useClientAction } from "./use-client-action";

export interface ClientDangerZoneProps {
  client: Pick<ClientDetailView, "organizationId" | "clientId" | "version" | "name" | "isActive">;
  /** Where to go on when the client is gone. */
  listPath: string;
  clusterUrl: string;
}

type Question = "deactivate" | "delete" | null;

/** Switching a client off, on, and deleting it. Each says who notices before it is done. */
export function ClientDangerZone({ client, listPath, clusterUrl }: ClientDangerZoneProps) {
  const { isActive } = client;
  const router = useRouter();
  const [question, setQuestion] = useState<Question>(null);
  const { refusal, pending, run, forget } = useClientAction();

  const setActive = (active: boolean) =>
    run(async () => {
      await patchClient(client, { is_active: active });
      setQuestion(null);
      router.refresh();
    });
  const remove = () =>
    run(async () => {
      await deleteClient(client);
      router.push(`${listPath}?view=deleted&done=deleted`);
    });
  const ask = (next: Question) => {
    forget();
    setQuestion(next);
  };
  const asked = { client, clusterUrl, refusal, pending, onCancel: () => ask(null) };

  return (
    <Panel title="Switch off or delete" tone="danger">
      <div className="grid gap-5">
        {question === null ? <RefusalNotice refusal={refusal} onReload={forget} /> : null}
        {isActive ? (
          <Choice
            explanation="New tokens and logins are refused at once. You can switch it on again."
            button={<Button onClick={() => ask("deactivate")}>Deactivate</Button>}
          />
        ) : (
          <Choice
            explanation="It is switched off. Switched on, it works again as before."
            button={
              <Button disabled={pending} onClick={() => setActive(true)}>
                {pending ? "Activating…" : "Activate"}
              </Button>
            }
          />
        )}
        <Choice
          explanation={
            isActive
              ? "Deactivate it first; then you can delete it."
              : "Deletes the client with every grant and token."
          }
          button={
            <Button variant="danger" disabled={isActive} onClick={() => ask("delete")}>
              Delete
            </Button>
          }
        />
      </div>
      <DeactivateClientDialog
        {...asked}
        open={question === "deactivate"}
        onConfirm={() => setActive(false)}
      />
      <DeleteClientDialog {...asked} open={question === "delete"} onConfirm={remove} />
    </Panel>
  );
}

function Choice({ explanation, button }: { explanation: string; button: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <p className="min-w-0 flex-1 basis-52 text-sm">{explanation}</p>
      {button}
    </div>
  );
}
