"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import type { ClientTarget } from "@/lib/api/client/client-calls";
import type { ClientSecretListResponse, ClientSecretResponse } from "@/lib/clients/schemas";
import type { SnippetValues } from "@/lib/core/snippets/client-snippets";
import { type RowAction, useActionDialog } from "../actions/row-actions";
import { Button } from "../ui/button";
import { Timestamp } from "../ui/timestamp";
import { useUnsavedGuard } from "../ui/use-unsaved-guard";
import { LazySecretPanel } from "./lazy-secret-panel";
import { RotationGuide } from "./rotation-guide";
import { type SecretActionsProps, type ShownSecret, useSecretActions } from "./secret-actions";

export interface ClientSecretsProps extends Omit<SecretActionsProps, "onShow"> {
  client: ClientTarget & { slug: string };
  /** Live ones, newest first. */
  secrets: readonly ClientSecretResponse[];
  rotation: ClientSecretListResponse["rotation"];
  /** Other values for the examples. */
  values: Omit<SnippetValues, "secret">;
  /** When the page was rendered, ISO 8601. */
  now: string;
  mayWrite: boolean;
  mayReveal: boolean;
}

/** The live secrets of a client: making, revealing and revoking them, and the way through a rotation. */
export function ClientSecrets(props: ClientSecretsProps) {
  const { client, secrets, rotation, values, now, mayWrite, mayReveal, ...rest } = props;
  const t = useTranslations("client");
  const router = useRouter();
  const [shown, setShown] = useState<ShownSecret | null>(null);
  const actions = useSecretActions({ client, ...rest, onShow: setShown });
  const { ask, dialog } = useActionDialog(() => router.refresh());
  useUnsavedGuard(shown?.isNew === true);

  if (shown) {
    return (
      <LazySecretPanel
        title={shown.title}
        values={{ ...values, secret: shown.clear }}
        slug={client.slug}
        isNew={shown.isNew}
        doneLabel={t(shown.isNew ? "secretPanel.done" : "secretPanel.hide")}
        onDone={() => setShown(null)}
      />
    );
  }
  return (
    <section className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3 px-4">
        <h3 className="text-base">{t("secrets.title", { count: secrets.length })}</h3>
        {mayWrite ? (
          <Button size="small" onClick={() => ask(actions.rotate)}>
            {actions.rotate.label}
          </Button>
        ) : null}
      </div>
      {rotation ? (
        <RotationGuide
          rotation={rotation}
          secrets={secrets}
          now={now}
          onRevoke={mayWrite ? (secret) => ask(actions.revoke(secret)) : undefined}
        />
      ) : null}
      <ul className="divide-y divide-line rounded border border-line">
        {secrets.map((secret) => (
          <SecretLine
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
      {dialog}
    </section>
  );
}

interface SecretLineProps {
  secret: ClientSecretResponse;
  actions: readonly RowAction[];
  onAsk: (action: RowAction) => void;
}

/** One active secret by its last characters: who created it, and its last use. */
function SecretLine({ secret, actions, onAsk }: SecretLineProps) {
  const t = useTranslations("client.secrets");
  const { last_four: lastFour, expires_at: expiresAt } = secret;
  const isHashOnly = lastFour === "";
  const unseen = (words: ReactNode) => <span className="sr-only">{words}</span>;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-3">
          {isHashOnly ? (
            <span>{t("hashOnly")}</span>
          ) : (
            <code className="font-mono text-sm">
              {/* Without a prefix: an imported secret may not have ours. */}
              <span aria-hidden="true">••••••••</span>
              {t.rich("ending", { lastFour, unseen })}
            </code>
          )}
          <bdi className="font-semibold">{secret.name}</bdi>
        </p>
        <p className="text-muted text-sm">
          <Creation secret={secret} /> <LastUse secret={secret} />
        </p>
        {isHashOnly ? <p className="text-sm text-warning">{t("hashOnlyMeans")}</p> : null}
        {expiresAt ? (
          <p className="text-sm text-warning">
            {t.rich("acceptedUntil", {
              when: () => <Timestamp value={expiresAt} exact="minute" />,
            })}
          </p>
        ) : null}
      </div>
      <div className="flex flex-wrap gap-2">
        {actions.map((action) => (
          <Button key={action.key} size="small" onClick={() => onAsk(action)}>
            {action.label}
          </Button>
        ))}
      </div>
    </li>
  );
}

function Creation({ secret }: { secret: ClientSecretResponse }) {
  const t = useTranslations("client.secrets");
  const when = () => <Timestamp value={secret.created_at} />;
  const createdBy = secret.created_by?.name;
  return createdBy
    ? t.rich("createdBy", { when, person: () => <bdi>{createdBy}</bdi> })
    : t.rich("created", { when });
}

function LastUse({
  secret: { last_used_at: lastUsedAt, last_used_from: lastUsedFrom },
}: {
  secret: ClientSecretResponse;
}) {
  const t = useTranslations("client.secrets");
  if (!lastUsedAt) return t("neverUsed");
  const when = () => <Timestamp value={lastUsedAt} />;
  return lastUsedFrom
    ? t.rich("lastUsedFrom", { when, address: lastUsedFrom })
    : t.rich("lastUsed", { when });
}
