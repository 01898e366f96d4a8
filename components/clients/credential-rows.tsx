import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { ClientSecretResponse } from "@/lib/clients/schemas";
import type { RowAction } from "../actions/row-actions";
import { Button } from "../ui/button";
import { Timestamp } from "../ui/timestamp";

interface CredentialRowProps {
  label: string;
  /** Buttons at its end. */
  actions?: ReactNode;
  /** The value, and what is known about it. */
  children: ReactNode;
}

/** One of the credentials of a client. */
export function CredentialRow({ label, actions, children }: CredentialRowProps) {
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 py-3">
      <div className="grid min-w-0 gap-x-6 sm:grid-cols-[10rem_minmax(0,1fr)]">
        <span className="text-muted text-sm leading-6">{label}</span>
        <div className="min-w-0">{children}</div>
      </div>
      {actions ? <div className="flex flex-wrap gap-2">{actions}</div> : null}
    </li>
  );
}

interface SecretRowProps {
  secret: ClientSecretResponse;
  actions: readonly RowAction[];
  onAsk: (action: RowAction) => void;
}

/** A live secret by its last characters: who created it, and its last use. */
export function SecretRow({ secret, actions, onAsk }: SecretRowProps) {
  const t = useTranslations("client.secrets");
  const { last_four: lastFour, expires_at: expiresAt } = secret;
  return (
    <CredentialRow
      label={t("title")}
      actions={actions.map((action) => (
        <Button key={action.key} size="small" onClick={() => onAsk(action)}>
          {action.label}
        </Button>
      ))}
    >
      <p className="flex flex-wrap items-baseline gap-x-3">
        <SecretEnding lastFour={lastFour} />
        <bdi className="font-semibold">{secret.name}</bdi>
      </p>
      <p className="text-muted text-sm">
        <Creation {...secret} /> <LastUse {...secret} />
      </p>
      {lastFour ? null : <p className="text-sm text-warning">{t("hashOnlyMeans")}</p>}
      {expiresAt ? (
        <p className="text-sm text-warning">
          {t.rich("acceptedUntil", {
            when: () => <Timestamp value={expiresAt} exact="minute" />,
          })}
        </p>
      ) : null}
    </CredentialRow>
  );
}

/** The last characters of a secret, if they are known; without a prefix: an imported secret may not have ours. */
export function SecretEnding({ lastFour }: { lastFour: string }) {
  const t = useTranslations("client.secrets");
  const unseen = (words: ReactNode) => <span className="sr-only">{words}</span>;
  if (!lastFour) return t("hashOnly");
  return (
    <code className="font-mono text-sm">
      <span aria-hidden="true">••••••••</span>
      {t.rich("ending", { lastFour, unseen })}
    </code>
  );
}

/** Who created a secret, and when. */
export function Creation(secret: Pick<ClientSecretResponse, "created_at" | "created_by">) {
  const t = useTranslations("client.secrets");
  return t.rich(secret.created_by ? "createdBy" : "created", {
    when: () => <Timestamp value={secret.created_at} />,
    person: () => <bdi>{secret.created_by?.name}</bdi>,
  });
}

/** When and from where a secret was last used. */
export function LastUse(secret: Pick<ClientSecretResponse, "last_used_at" | "last_used_from">) {
  const { last_used_at: lastUsedAt, last_used_from: address } = secret;
  const t = useTranslations("client.secrets");
  if (!lastUsedAt) return t("neverUsed");
  return t.rich(address ? "lastUsedFrom" : "lastUsed", {
    when: () => <Timestamp value={lastUsedAt} />,
    address: address ?? "",
  });
}
