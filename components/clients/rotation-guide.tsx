import { Circle, CircleCheck, CircleDot } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { ClientSecretListResponse, ClientSecretResponse } from "@/lib/clients/schemas";
import { Button } from "../ui/button";
import { Creation, LastUse, SecretEnding } from "./credential-rows";

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
