"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import type { ClientTarget } from "@/lib/api/client/client-calls";
import type { ClientSecretListResponse, ClientSecretResponse } from "@/lib/clients/schemas";
import { Button } from "../ui/button";
import { Timestamp } from "../ui/timestamp";
import { useUnsavedGuard } from "../ui/use-unsaved-guard";
import type { SnippetValues } from "./client-snippets";
import { LazySecretPanel } from "./lazy-secret-panel";
import { RevealSecretDialog } from "./reveal-secret-dialog";
import { RevokeSecretDialog } from "./revoke-secret-dialog";
import { RotateSecretDialog } from "./rotate-secret-dialog";
import { RotationGuide } from "./rotation-guide";

export interface ClientSecretsProps {
  client: ClientTarget & { slug: string };
  /** Live ones, newest first. */
  secrets: readonly ClientSecretResponse[];
  rotation: ClientSecretListResponse["rotation"];
  /** Other values for the examples. */
  values: Omit<SnippetValues, "secret">;
  clusterUrl: string;
  /** When the page was rendered, ISO 8601. */
  now: string;
  mayWrite: boolean;
  mayReveal: boolean;
  /** For a person without a password: where they prove who they are before a secret is shown. */
  signInAgain: { provider: string; href: string } | null;
}

/** The open dialog and the secret it is about. */
type Question =
  | { kind: "rotate" }
  | { kind: "reveal" | "revoke"; secret: ClientSecretResponse }
  | null;

/** A secret in clear, as it came from the API. */
type ShownSecret = { title: string; clear: string; isNew: boolean };

/** The live secrets of a client: making, revealing and revoking them, and the way through a rotation. */
export function ClientSecrets(props: ClientSecretsProps) {
  const { client, secrets, rotation, values, clusterUrl, now, mayWrite, mayReveal } = props;
  const t = useTranslations("client");
  const router = useRouter();
  const [question, setQuestion] = useState<Question>(null);
  const [shown, setShown] = useState<ShownSecret | null>(null);
  useUnsavedGuard(shown?.isNew === true);

  const close = () => setQuestion(null);
  const show = (next: ShownSecret) => {
    close();
    setShown(next);
    router.refresh();
  };

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
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="text-base">{t("secrets.title", { count: secrets.length })}</h3>
        {mayWrite ? (
          <Button size="small" onClick={() => setQuestion({ kind: "rotate" })}>
            {t("secrets.rotate")}
          </Button>
        ) : null}
      </div>
      {rotation ? (
        <RotationGuide
          rotation={rotation}
          secrets={secrets}
          now={now}
          onRevoke={mayWrite ? (secret) => setQuestion({ kind: "revoke", secret }) : undefined}
        />
      ) : null}
      <ul className="divide-y divide-line rounded border border-line">
        {secrets.map((secret) => (
          <SecretLine
            key={secret.id}
            secret={secret}
            onReveal={mayReveal ? () => setQuestion({ kind: "reveal", secret }) : undefined}
            onRevoke={
              mayWrite && secrets.length > 1
                ? () => setQuestion({ kind: "revoke", secret })
                : undefined
            }
          />
        ))}
      </ul>
      <RotateSecretDialog
        client={client}
        clusterUrl={clusterUrl}
        open={question?.kind === "rotate"}
        onClose={close}
        onRotated={(clear) => show({ title: t("secretPanel.titleNew"), clear, isNew: true })}
      />
      <RevealSecretDialog
        signInAgain={props.signInAgain}
        client={client}
        secret={question?.kind === "reveal" ? question.secret : null}
        onClose={close}
        onRevealed={(clear, { last_four: lastFour }) =>
          show({ title: t("secretPanel.titleShown", { lastFour }), clear, isNew: false })
        }
      />
      <RevokeSecretDialog
        client={client}
        clusterUrl={clusterUrl}
        secret={question?.kind === "revoke" ? question.secret : null}
        onClose={close}
      />
    </section>
  );
}

interface SecretLineProps {
  secret: ClientSecretResponse;
  /** Undefined for people who may not. */
  onReveal: (() => void) | undefined;
  onRevoke: (() => void) | undefined;
}

/** One active secret by its last characters: who created it, and its last use. */
function SecretLine({ secret, onReveal, onRevoke }: SecretLineProps) {
  const t = useTranslations("client.secrets");
  const { last_four: lastFour, expires_at: expiresAt } = secret;
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
