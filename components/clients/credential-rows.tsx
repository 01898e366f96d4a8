import { Circle, CircleCheck, CircleDot } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { ClientSecretListResponse, ClientSecretResponse } from "@/lib/clients/schemas";
import type { RowAction } from "../actions/row-actions";
import { Button } from "../ui/button";
import { Timestamp } from "../ui/timestamp";

interface CredentialRowProps {
  label: string;
  actions?: ReactNode;
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

interface RotationGuideProps {
  rotation: NonNullable<ClientSecretListResponse["rotation"]>;
  secrets: readonly ClientSecretResponse[];
  /** Undefined for people who may not revoke. */
  onRevoke: ((secret: ClientSecretResponse) => void) | undefined;
}

const STATES = ["waiting_for_first_use", "old_in_use", "safe_to_revoke"] as const;

/** The steps from an old secret to the newest one, and the current step. */
export function RotationGuide({ rotation, secrets, onRevoke }: RotationGuideProps) {
  const t = useTranslations("client.rotation");
  const reached = STATES.indexOf(rotation.state);
  const newest = secrets.find(({ id }) => id === rotation.newest_id);
  const old = rotation.old.flatMap((state) => {
    const secret = secrets.find(({ id }) => id === state.id);
    return secret ? [{ ...state, secret }] : [];
  });
  return (
    <section aria-label={t("title")} className="rounded border border-line bg-sunken px-4 py-3">
      <ol className="grid gap-3">
        <Step at={0} reached={reached} title={t("firstUse")}>
          {t("firstUseNext", { lastFour: newest?.last_four ?? "" })}
        </Step>
        <Step at={1} reached={reached} title={t("noOldUse")}>
          {old.map(({ id, secret }) => (
            <span key={id} className="block">
              <SecretEnding lastFour={secret.last_four} />{" "}
              {secret.last_used_at ? null : <Creation {...secret} />} <LastUse {...secret} />
            </span>
          ))}
        </Step>
        <Step at={2} reached={reached} title={t("revoked")}>
          {t("revokedNext")}
        </Step>
      </ol>
      {onRevoke ? (
        <div className="mt-3 flex flex-wrap gap-2 empty:hidden">
          {old.map(({ id, secret, safe_to_revoke: safeToRevoke }) =>
            safeToRevoke ? (
              <Button key={id} size="small" variant="primary" onClick={() => onRevoke(secret)}>
                {t("revoke", { lastFour: secret.last_four })}
              </Button>
            ) : null,
          )}
        </div>
      ) : null}
    </section>
  );
}

interface StepProps {
  at: number;
  /** The current step. */
  reached: number;
  title: string;
  children: ReactNode;
}

function Step({ at, reached, title, children }: StepProps) {
  const t = useTranslations("client.rotation");
  const isCurrent = at === reached;
  const Icon = isCurrent ? CircleDot : at < reached ? CircleCheck : Circle;
  return (
    <li aria-current={isCurrent ? "step" : undefined} className="flex gap-3">
      <Icon
        className={`mt-0.5 size-5 shrink-0 ${at < reached ? "text-success" : isCurrent ? "text-brass" : "text-muted"}`}
        aria-hidden="true"
      />
      <div className="min-w-0 text-sm">
        <p className={isCurrent ? "font-semibold" : "text-muted"}>
          {at < reached
            ? t.rich("doneStep", {
                step: title,
                unseen: (words) => <span className="sr-only">{words}</span>,
              })
            : title}
        </p>
        {isCurrent ? <p>{children}</p> : null}
      </div>
    </li>
  );
}
