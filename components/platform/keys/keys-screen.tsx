"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { serviceKeysQuery } from "@/lib/api/client/platform-queries";
import type { ServiceKey, ServiceKeyWithSecret } from "@/lib/clients/service-keys/schemas";
import { type ListPageProps, ListScreen } from "../../list/list-screen";
import { KeySecretPanel } from "../../secrets/lazy-secret-panel";
import { Badge } from "../../ui/badge";
import { CodeList } from "../../ui/code-list";
import { Disclosure } from "../../ui/disclosure";
import { Timestamp } from "../../ui/timestamp";
import { useUnsavedGuard } from "../../ui/use-unsaved-guard";
import { BesideId } from "../columns";
import { type KeyScope, useKeyActions } from "./key-actions";

export interface KeysScreenProps extends ListPageProps {
  /** The scopes that a key can have. */
  scopes: readonly KeyScope[];
  clusterUrl: string;
}

/** The service keys of the installation, revoked ones included: making, rotating and revoking them. */
export function KeysScreen({ scopes, clusterUrl, ...props }: KeysScreenProps) {
  const t = useTranslations("platform.keys");
  const [made, setMade] = useState<ServiceKeyWithSecret | null>(null);
  useUnsavedGuard(made !== null);
  const actions = useKeyActions(scopes, setMade);
  if (made) {
    return (
      <KeySecretPanel
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
    <ListScreen
      {...props}
      title={t("title")}
      description={t("description")}
      empty={{ title: t("table.empty"), next: t("table.emptyNext") }}
      query={serviceKeysQuery()}
      columns={[
        { key: "name", label: t("table.name"), cell: (key) => <NameCell {...key} /> },
        {
          key: "scopes",
          label: t("table.scopes"),
          width: "sm:w-56",
          phone: "line",
          grows: true,
          cell: (key) => <ScopesCell {...key} />,
        },
        {
          key: "created",
          label: t("table.created"),
          width: "sm:w-48",
          from: "md",
          phone: "line",
          grows: true,
          cell: (key) => <CreatedCell {...key} />,
        },
        {
          key: "secrets",
          label: t("table.secrets"),
          width: "sm:w-64",
          phone: "line",
          grows: true,
          cell: (key) => <SecretsCell {...key} />,
        },
      ]}
      idOf={({ client_id: id }) => id}
      nameOf={({ name }) => name}
      actionsOf={(key) => (props.mayWrite && !key.revoked_at ? actions.of(key) : [])}
      create={actions.create}
    />
  );
}

function NameCell(key: ServiceKey) {
  const t = useTranslations("platform.keys.table");
  return (
    <div className="flex min-w-0 items-baseline gap-x-2">
      <bdi className="truncate font-semibold">{key.name}</bdi>
      <BesideId>{key.client_id}</BesideId>
      {key.revoked_at ? <Badge>{t("revoked")}</Badge> : null}
    </div>
  );
}

/** One scope, or a line that opens to several. */
function ScopesCell({ scopes }: Pick<ServiceKey, "scopes">) {
  const t = useTranslations("platform.keys.table");
  const list = <CodeList values={scopes} />;
  if (scopes.length === 1) return list;
  return (
    <Disclosure summary={t("severalScopes", { count: scopes.length })} look="row">
      {list}
    </Disclosure>
  );
}

function CreatedCell({ created_at: createdAt, created_by: person }: ServiceKey) {
  const t = useTranslations("platform.keys.table");
  const when = () => <Timestamp value={createdAt} />;
  return (
    <span>
      {person
        ? t.rich("createdBy", { when, person: () => <bdi>{person}</bdi> })
        : t.rich("createdFromShell", { when })}
    </span>
  );
}

function SecretsCell({ secrets, revoked_at: revokedAt }: ServiceKey) {
  const t = useTranslations("platform.keys.table");
  if (revokedAt) {
    return <span>{t.rich("revokedAt", { when: () => <Timestamp value={revokedAt} /> })}</span>;
  }
  if (secrets.length === 0) return <Badge tone="warning">{t("noSecret")}</Badge>;
  return (
    <ul className="grid gap-1">
      {secrets.map((secret) => (
        <SecretLine key={secret.id} {...secret} />
      ))}
    </ul>
  );
}

function SecretLine(secret: ServiceKey["secrets"][number]) {
  const t = useTranslations("platform.keys.table");
  const { expires_at: expiresAt, last_used_at: usedAt } = secret;
  return (
    <li className="grid gap-0.5">
      <span className="flex flex-wrap items-baseline gap-x-2">
        <code className="font-mono">…{secret.last_four}</code>
        {usedAt ? t.rich("lastUsed", { when: () => <Timestamp value={usedAt} /> }) : t("neverUsed")}
      </span>
      {secret.seen_by_former_operator ? (
        <span className="text-warning">{t("seenByFormerOperator")}</span>
      ) : null}
      {expiresAt ? (
        <span className="text-warning">
          {t.rich("until", { when: () => <Timestamp value={expiresAt} exact="minute" /> })}
        </span>
      ) : null}
    </li>
  );
}
