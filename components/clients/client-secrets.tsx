"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "../ui/button";
import { useUnsavedGuard } from "../ui/use-unsaved-guard";
import type { SnippetValues } from "./client-snippets";
import type { ClientDetailView, ClientSecretSummary, SecretRotationView } from "./client-views";
import { LazySecretPanel } from "./lazy-secret-panel";
import { RevealSecretDialog } from "./reveal-secret-dialog";
import { RevokeSecretDialog } from "./revoke-secret-dialog";
import { RotateSecretDialog } from "./rotate-secret-dialog";
import { RotationGuide } from "./rotation-guide";
import { SecretLine } from "./secret-line";

export interface ClientSecretsProps {
  client: Pick<ClientDetailView, "organizationId" | "clientId" | "slug">;
  /** Live ones, newest first. */
  secrets: readonly ClientSecretSummary[];
  rotation: SecretRotationView | null;
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
  | { kind: "reveal" | "revoke"; secret: ClientSecretSummary }
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
        onRevealed={(clear, { lastFour }) =>
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
