"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { revokeSecret } from "@/lib/api-client/client-mutations";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { Timestamp } from "../ui/timestamp";
import { useUnsavedGuard } from "../ui/use-unsaved-guard";
import type { SnippetValues } from "./client-snippets";
import type { ClientDetailView, ClientSecretSummary } from "./client-views";
import { RefusalNotice } from "./refusal-notice";
import { RotateSecretDialog } from "./rotate-secret-dialog";
import { SecretPanel } from "./secret-panel";
import { useClientAction } from "./use-client-action";

export interface ClientSecretsProps {
  client: Pick<ClientDetailView, "organizationId" | "clientId" | "secrets">;
  /** What goes into the examples beside a new secret. */
  snippetValues: SnippetValues;
  mayWrite: boolean;
}

/** The live secrets of a client by their last characters, and making and revoking them. */
export function ClientSecrets({ client, snippetValues, mayWrite }: ClientSecretsProps) {
  const router = useRouter();
  const [rotating, setRotating] = useState(false);
  const [fresh, setFresh] = useState<string | null>(null);
  useUnsavedGuard(fresh !== null);

  const show = (secret: string) => {
    setRotating(false);
    setFresh(secret);
    router.refresh();
  };

  if (fresh) {
    return (
      <SecretPanel
        title="The new secret"
        values={{ ...snippetValues, secret: fresh }}
        doneLabel="Done"
        onDone={() => setFresh(null)}
      />
    );
  }
  return (
    <section className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="text-base">{client.secrets.length === 1 ? "API secret" : "API secrets"}</h3>
        {mayWrite ? (
          <Button size="small" onClick={() => setRotating(true)}>
            Rotate secret
          </Button>
        ) : null}
      </div>
      <ul className="divide-y divide-line rounded border border-line">
        {client.secrets.map((secret) => (
          <SecretLine
            key={secret.id}
            client={client}
            secret={secret}
            mayRevoke={mayWrite && client.secrets.length > 1}
          />
        ))}
      </ul>
      <RotateSecretDialog
        client={client}
        open={rotating}
        onClose={() => setRotating(false)}
        onRotated={show}
      />
    </section>
  );
}

interface SecretLineProps {
  client: Pick<ClientDetailView, "organizationId" | "clientId">;
  secret: ClientSecretSummary;
  mayRevoke: boolean;
}

function SecretLine({ client, secret, mayRevoke }: SecretLineProps) {
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <code className="font-mono text-sm">
            <span aria-hidden="true">lks_••••••••</span>
            <span className="sr-only">Ends with </span>
            {secret.lastFour}
          </code>
          <bdi className="font-semibold">{secret.name}</bdi>
        </p>
        <p className="text-muted text-sm">
          Created <Timestamp value={secret.createdAt} />
          {secret.createdBy ? (
            <>
              {" "}
              by <bdi>{secret.createdBy}</bdi>
            </>
          ) : null}
          {". "}
          {secret.lastUsedAt ? (
            <>
              Last used <Timestamp value={secret.lastUsedAt} />.
            </>
          ) : (
            "Never used."
          )}
        </p>
        {secret.expiresAt ? (
          <p className="text-sm text-warning">
            Accepted until <Timestamp value={secret.expiresAt} />.
          </p>
        ) : null}
      </div>
      {mayRevoke ? <RevokeSecret client={client} secret={secret} /> : null}
    </li>
  );
}

function RevokeSecret({ client, secret }: Omit<SecretLineProps, "mayRevoke">) {
  const router = useRouter();
  const [asking, setAsking] = useState(false);
  const { refusal, pending, run, forget } = useClientAction();
  const close = () => {
    forget();
    setAsking(false);
  };
  const revoke = () =>
    run(async () => {
      await revokeSecret(client, secret.id);
      setAsking(false);
      router.refresh();
    });
  return (
    <>
      <Button size="small" onClick={() => setAsking(true)}>
        Revoke<span className="sr-only"> the secret that ends with {secret.lastFour}</span>
      </Button>
      <Dialog
        open={asking}
        onClose={close}
        title={`Revoke the secret that ends with ${secret.lastFour}?`}
      >
        <div className="grid gap-5">
          <RefusalNotice refusal={refusal} onReload={close} />
          <p>
            Whoever still uses it is refused at once. It cannot be brought back; the other secrets
            stay.
          </p>
          <div className="flex flex-wrap justify-end gap-3">
            <Button onClick={close}>Cancel</Button>
            <Button variant="danger" disabled={pending} onClick={revoke}>
              {pending ? "Revoking…" : "Revoke secret"}
            </Button>
          </div>
        </div>
      </Dialog>
    </>
  );
}
