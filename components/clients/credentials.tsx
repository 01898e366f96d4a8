"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { targetOf } from "@/lib/api/client/client-calls";
import type {
  ClientResponse,
  ClientSecretListResponse,
  ClientSecretResponse,
} from "@/lib/clients/schemas";
import { useActionDialog } from "../actions/row-actions";
import { ClientSecretPanel } from "../secrets/lazy-secret-panel";
import { Button } from "../ui/button";
import { Identifier } from "../ui/identifier";
import { Panel } from "../ui/panel";
import { useUnsavedGuard } from "../ui/use-unsaved-guard";
import { CredentialRow, RotationGuide, SecretRow } from "./credential-rows";
import { type SecretActionsProps, type ShownSecret, useSecretActions } from "./secret-actions";

interface CredentialsProps extends Pick<SecretActionsProps, "clusterUrl" | "signInAgain"> {
  client: ClientResponse;
  /** Live ones, newest first. */
  secrets: readonly ClientSecretResponse[];
  rotation: ClientSecretListResponse["rotation"];
  mayWrite: boolean;
  mayReveal: boolean;
}

/** The credentials of an extension: making, revealing and revoking secrets, and the way through a rotation. */
export function Credentials(props: CredentialsProps) {
  const { client, secrets, rotation, clusterUrl, signInAgain, mayWrite, mayReveal } = props;
  const { organizationId, clientId } = targetOf(client);
  const target = { organizationId, clientId };
  const t = useTranslations("client");
  const router = useRouter();
  const [shown, setShown] = useState<ShownSecret | null>(null);
  const actions = useSecretActions({ client: target, clusterUrl, signInAgain, onShow: setShown });
  const { ask, dialog } = useActionDialog(() => router.refresh());
  useUnsavedGuard(shown?.isNew === true);
  return (
    <Panel
      title={t("credentials.title")}
      description={t("credentials.what")}
      actions={
        mayWrite && !shown ? (
          <Button size="small" onClick={() => ask(actions.rotate)}>
            {actions.rotate.label}
          </Button>
        ) : null
      }
    >
      {shown ? (
        <ClientSecretPanel
          title={shown.title}
          client={client}
          clusterUrl={clusterUrl}
          secret={shown.clear}
          isNew={shown.isNew}
          doneLabel={t(shown.isNew ? "secretPanel.done" : "secretPanel.hide")}
          onDone={() => setShown(null)}
        />
      ) : (
        <div className="grid gap-4">
          {rotation ? (
            <RotationGuide
              rotation={rotation}
              secrets={secrets}
              onRevoke={mayWrite ? (secret) => ask(actions.revoke(secret)) : undefined}
            />
          ) : null}
          <ul className="divide-y divide-line rounded border border-line">
            <CredentialRow label={t("credentials.apiKey")}>
              <Identifier value={clientId} what={t("credentials.apiKeyCopied")} />
            </CredentialRow>
            <CredentialRow label={t("credentials.clusterUrl")}>
              <Identifier value={clusterUrl} what={t("credentials.clusterUrlCopied")} />
            </CredentialRow>
            {secrets.map((secret) => (
              <SecretRow
                key={secret.id}
                secret={secret}
                actions={[
                  // Of an imported secret there may be only a hash.
                  ...(mayReveal && secret.last_four ? [actions.reveal(secret)] : []),
                  ...(mayWrite && secrets.length > 1 ? [actions.revoke(secret)] : []),
                ]}
                onAsk={ask}
              />
            ))}
          </ul>
        </div>
      )}
      {dialog}
    </Panel>
  );
}
