"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { call } from "@/lib/api/client/call";
import { serviceKeysQuery } from "@/lib/api/client/platform-queries";
import type { ServiceKey, ServiceKeyWithSecret } from "@/lib/clients/service-keys/schemas";
import { Badge } from "../../ui/badge";
import { CodeList } from "../../ui/code-list";
import { Disclosure } from "../../ui/disclosure";
import { Timestamp } from "../../ui/timestamp";
import { useUnsavedGuard } from "../../ui/use-unsaved-guard";
import { BesideId } from "../columns";
import { type ListPageProps, ListScreen } from "../list-screen";
import { confirmAction, type RowAction } from "../row-actions";
import {
  EndSecretsDialog,
  NewKeyDialog,
  type NewKeyDialogProps,
  RotateKeyDialog,
} from "./key-dialogs";
import { LazyKeySecretPanel } from "./lazy-key-secret-panel";

export interface KeysScreenProps extends ListPageProps {
  /** The scopes that a key can have. */
  scopes: NewKeyDialogProps["scopes"];
  clusterUrl: string;
}

/** The service keys of the installation, revoked ones included: making, rotating and revoking them. */
export function KeysScreen({ scopes, clusterUrl, ...props }: KeysScreenProps) {
  const t = useTranslations("platform.keys");
  const [made, setMade] = useState<ServiceKeyWithSecret | null>(null);
  useUnsavedGuard(made !== null);
  const revoke = ({ client_id: clientId, name }: ServiceKey) =>
    confirmAction({
      key: "revoke",
      label: t("table.revoke"),
      title: t("revoke.title", { name }),
      submit: t("revoke.submit"),
      isFinal: true,
      isDangerous: true,
      typed: name,
      what: [t("revoke.stops"), t("revoke.final")],
      send: () => call("revokeServiceKey", { params: { client_id: clientId } }),
    });
  const actionsOf = (key: ServiceKey): RowAction[] => [
    {
      key: "rotate",
      label: t("table.rotate"),
      ask: (dialog) => <RotateKeyDialog serviceKey={key} onMade={setMade} {...dialog} />,
    },
    ...(key.secrets.some(({ expires_at: end }) => end)
      ? [
          {
            key: "end",
            label: t("table.end"),
            ask: (dialog: Parameters<RowAction["ask"]>[0]) => (
              <EndSecretsDialog serviceKey={key} {...dialog} />
            ),
          },
        ]
      : []),
    revoke(key),
  ];
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
          grows: true,
          cell: (key) => <ScopesCell {...key} />,
        },
        {
          key: "created",
          label: t("table.created"),
          width: "sm:w-48",
          from: "md",
          grows: true,
          cell: (key) => <CreatedCell {...key} />,
        },
        {
          key: "secrets",
          label: t("table.secrets"),
          width: "sm:w-64",
          grows: true,
          cell: (key) => <SecretsCell {...key} />,
        },
      ]}
      idOf={({ client_id: id }) => id}
      nameOf={({ name }) => name}
      actionsOf={(key) => (props.mayWrite && !key.revoked_at ? actionsOf(key) : [])}
      create={{
        label: t("create.open"),
        ask: (dialog) => <NewKeyDialog scopes={scopes} onMade={setMade} {...dialog} />,
      }}
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
  const when = () => <Timestamp value={createdAt} day />;
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
          {t.rich("until", { when: () => <Timestamp value={expiresAt} /> })}
        </span>
      ) : null}
    </li>
  );
}
