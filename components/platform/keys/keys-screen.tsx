"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { serviceKeysQuery } from "@/lib/api/client/platform-queries";
import type { ServiceKey, ServiceKeyWithSecret } from "@/lib/clients/service-keys/schemas";
import { Button } from "../../ui/button";
import { PageHeader } from "../../ui/page-header";
import { useUnsavedGuard } from "../../ui/use-unsaved-guard";
import { ReadOnlyNotice } from "../read-only-notice";
import { EndSecretsDialog, RevokeKeyDialog, RotateKeyDialog } from "./key-dialogs";
import { KeyTable } from "./key-table";
import { LazyKeySecretPanel } from "./lazy-key-secret-panel";
import { NewKeyDialog, type NewKeyDialogProps } from "./new-key-dialog";

export interface KeysScreenProps {
  /** The scopes that a key can have. */
  scopes: NewKeyDialogProps["scopes"];
  clusterUrl: string;
  /** False for support, which may only look. */
  mayWrite: boolean;
}

/** The open dialog, and its key. */
type Question = { kind: "create" } | { kind: "rotate" | "end" | "revoke"; key: ServiceKey } | null;

/** The service keys of the installation: making, rotating and revoking them. */
export function KeysScreen({ scopes, clusterUrl, mayWrite }: KeysScreenProps) {
  const t = useTranslations("platform.keys");
  const { data } = useQuery(serviceKeysQuery());
  const queries = useQueryClient();
  const [question, setQuestion] = useState<Question>(null);
  const [made, setMade] = useState<ServiceKeyWithSecret | null>(null);
  useUnsavedGuard(made !== null);
  const close = () => setQuestion(null);
  const refresh = () => queries.invalidateQueries({ queryKey: serviceKeysQuery().queryKey });
  const closeChanged = () => {
    close();
    refresh();
  };
  const show = (key: ServiceKeyWithSecret) => {
    close();
    setMade(key);
    refresh();
  };
  if (made) {
    return (
      <LazyKeySecretPanel
        title={t("secret.title", { name: made.name })}
        clientId={made.client_id}
        secret={made.client_secret}
        clusterUrl={clusterUrl}
        getsTokens={!made.scopes.includes("platform/gate")}
        onDone={() => setMade(null)}
      />
    );
  }
  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("description")}
        actions={
          mayWrite ? (
            <Button variant="primary" onClick={() => setQuestion({ kind: "create" })}>
              {t("create.open")}
            </Button>
          ) : null
        }
      />
      {mayWrite ? null : <ReadOnlyNotice />}
      <KeyTable
        keys={data?.items ?? []}
        {...(mayWrite && {
          onRotate: (key: ServiceKey) => setQuestion({ kind: "rotate", key }),
          onEnd: (key: ServiceKey) => setQuestion({ kind: "end", key }),
          onRevoke: (key: ServiceKey) => setQuestion({ kind: "revoke", key }),
        })}
      />
      {question?.kind === "create" ? (
        <NewKeyDialog scopes={scopes} onClose={close} onCreated={show} />
      ) : null}
      {question?.kind === "rotate" ? (
        <RotateKeyDialog serviceKey={question.key} onClose={close} onRotated={show} />
      ) : null}
      {question?.kind === "end" ? (
        <EndSecretsDialog serviceKey={question.key} onClose={close} onChanged={closeChanged} />
      ) : null}
      {question?.kind === "revoke" ? (
        <RevokeKeyDialog serviceKey={question.key} onClose={close} onRevoked={closeChanged} />
      ) : null}
    </>
  );
}
