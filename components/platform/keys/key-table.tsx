import { KeyRound } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { ServiceKey } from "@/lib/clients/service-keys/schemas";
import { type ListColumn, ListTable } from "../../list/list-table";
import { MenuButton, RowMenu } from "../../list/row-menu";
import { Badge } from "../../ui/badge";
import { Disclosure } from "../../ui/disclosure";
import { EmptyState } from "../../ui/empty-state";
import { Panel } from "../../ui/panel";
import { Timestamp } from "../../ui/timestamp";

export interface KeyTableProps {
  keys: readonly ServiceKey[];
  /** Missing for people who may only look. */
  onRotate?: (key: ServiceKey) => void;
  onEnd?: (key: ServiceKey) => void;
  onRevoke?: (key: ServiceKey) => void;
}

/** The service keys, revoked ones included. */
export function KeyTable({ keys, onRotate, onEnd, onRevoke }: KeyTableProps) {
  const t = useTranslations("platform.keys.table");
  const unseen = (words: ReactNode) => <span className="sr-only">{words}</span>;
  const columns: ListColumn<ServiceKey>[] = [
    { key: "name", label: t("name"), cell: (key) => <NameCell {...key} /> },
    {
      key: "scopes",
      label: t("scopes"),
      width: "sm:w-56",
      grows: true,
      cell: ({ scopes }) => <ScopesCell scopes={scopes} />,
    },
    {
      key: "created",
      label: t("created"),
      width: "sm:w-48",
      from: "md",
      grows: true,
      cell: (key) => <CreatedCell {...key} />,
    },
    {
      key: "secrets",
      label: t("secrets"),
      width: "sm:w-64",
      grows: true,
      cell: (key) => <SecretsCell {...key} />,
    },
  ];
  if (onRotate && onEnd && onRevoke) {
    columns.push({
      key: "actions",
      label: t("actions"),
      heading: <span className="sr-only">{t("actions")}</span>,
      width: "sm:w-15",
      phone: "end",
      cell: (key) =>
        key.revoked_at ? null : (
          <RowMenu name={key.name}>
            <MenuButton onClick={() => onRotate(key)}>
              {t.rich("rotate", { name: key.name, unseen })}
            </MenuButton>
            {key.secrets.some(({ expires_at: end }) => end) ? (
              <MenuButton onClick={() => onEnd(key)}>
                {t.rich("end", { name: key.name, unseen })}
              </MenuButton>
            ) : null}
            <MenuButton isFinal onClick={() => onRevoke(key)}>
              {t.rich("revoke", { name: key.name, unseen })}
            </MenuButton>
          </RowMenu>
        ),
    });
  }
  return (
    <Panel padded={false}>
      {keys.length === 0 ? (
        <EmptyState icon={<KeyRound className="size-8" aria-hidden="true" />} title={t("empty")}>
          <p>{t("emptyNext")}</p>
        </EmptyState>
      ) : (
        <ListTable
          caption={t("caption")}
          columns={columns}
          rows={keys}
          rowKey={(key) => key.client_id}
        />
      )}
    </Panel>
  );
}

function NameCell(key: ServiceKey) {
  const t = useTranslations("platform.keys.table");
  return (
    <div className="flex min-w-0 items-baseline gap-x-2">
      <bdi className="truncate font-semibold">{key.name}</bdi>
      <code className="truncate font-mono text-muted text-xs">{key.client_id}</code>
      {key.revoked_at ? <Badge>{t("revoked")}</Badge> : null}
    </div>
  );
}

/** One scope, or a line that opens to several. */
function ScopesCell({ scopes }: Pick<ServiceKey, "scopes">) {
  const t = useTranslations("platform.keys.table");
  const list = (
    <ul className="grid gap-0.5">
      {scopes.map((scope) => (
        <li key={scope}>
          <code className="wrap-anywhere font-mono text-sm">{scope}</code>
        </li>
      ))}
    </ul>
  );
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
