import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "../ui/button";
import { Timestamp } from "../ui/timestamp";
import type { ClientSecretSummary } from "./client-views";

export interface SecretLineProps {
  secret: ClientSecretSummary;
  /** Undefined for people who may not. */
  onReveal: (() => void) | undefined;
  onRevoke: (() => void) | undefined;
}

/** One active secret by its last characters: who created it, and its last use. */
export function SecretLine({ secret, onReveal, onRevoke }: SecretLineProps) {
  const t = useTranslations("client.secrets");
  const { lastFour, expiresAt } = secret;
  // Only its hash was imported.
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
            {t.rich("acceptedUntil", { when: () => <Timestamp value={expiresAt} /> })}
          </p>
        ) : null}
      </div>
      <div className="flex flex-wrap gap-2">
        {onReveal && !isHashOnly ? (
          <Button size="small" onClick={onReveal}>
            {t.rich("reveal", { lastFour, unseen })}
          </Button>
        ) : null}
        {onRevoke ? (
          <Button size="small" onClick={onRevoke}>
            {t.rich("revoke", { lastFour, unseen })}
          </Button>
        ) : null}
      </div>
    </li>
  );
}

function Creation({ secret: { createdAt, createdBy } }: { secret: ClientSecretSummary }) {
  const t = useTranslations("client.secrets");
  const when = () => <Timestamp value={createdAt} />;
  return createdBy
    ? t.rich("createdBy", { when, person: () => <bdi>{createdBy}</bdi> })
    : t.rich("created", { when });
}

function LastUse({ secret: { lastUsedAt, lastUsedFrom } }: { secret: ClientSecretSummary }) {
  const t = useTranslations("client.secrets");
  if (!lastUsedAt) return t("neverUsed");
  const when = () => <Timestamp value={lastUsedAt} />;
  return lastUsedFrom
    ? t.rich("lastUsedFrom", { when, address: lastUsedFrom })
    : t.rich("lastUsed", { when });
}
