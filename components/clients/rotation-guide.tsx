import { Circle, CircleCheck, CircleDot } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../ui/button";
import type { ClientSecretSummary, SecretRotationView } from "./client-views";
import { agoInWords } from "./client-words";

export interface RotationGuideProps {
  rotation: SecretRotationView;
  secrets: readonly ClientSecretSummary[];
  /** Moment at which the page was made, ISO 8601. */
  now: string;
  /** Missing for whoever may not revoke. */
  onRevoke: ((secret: ClientSecretSummary) => void) | undefined;
}

const STATES = ["waiting_for_first_use", "old_in_use", "safe_to_revoke"] as const;

/** The way from an old secret to the newest one, and where on it the client is. */
export function RotationGuide({ rotation, secrets, now, onRevoke }: RotationGuideProps) {
  const reached = STATES.indexOf(rotation.state);
  const newest = secrets.find(({ id }) => id === rotation.newestId);
  const old = rotation.old.flatMap((state) => {
    const secret = secrets.find(({ id }) => id === state.id);
    return secret ? [{ ...state, secret }] : [];
  });
  return (
    <section aria-label="Rotation" className="rounded border border-line bg-sunken px-4 py-3">
      <ol className="grid gap-3">
        <Step at={0} reached={reached} title="The new secret is used for the first time">
          Bring the one that ends with {newest?.lastFour} to every place that uses an old one. Until
          then the old ones go on working.
        </Step>
        <Step at={1} reached={reached} title="No old secret is used for 24 hours">
          {old.map(({ id, secret, idleSince }) => (
            <span key={id} className="block">
              The one that ends with {secret.lastFour}{" "}
              {secret.lastUsedAt
                ? `was last used ${agoInWords(idleSince, now)}${secret.lastUsedFrom ? ` from ${secret.lastUsedFrom}` : ""}.`
                : `was never used; it was made ${agoInWords(idleSince, now)}.`}
            </span>
          ))}
        </Step>
        <Step at={2} reached={reached} title="The old secret is revoked">
          It was not used for 24 hours, and the new one is: it is safe to revoke.
        </Step>
      </ol>
      {onRevoke ? (
        <div className="mt-3 flex flex-wrap gap-2 empty:hidden">
          {old.map(({ id, secret, safeToRevoke }) =>
            safeToRevoke ? (
              <Button key={id} size="small" variant="primary" onClick={() => onRevoke(secret)}>
                Revoke {secret.lastFour}, it is safe
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
  /** Step at which the rotation stands. */
  reached: number;
  title: string;
  children: ReactNode;
}

function Step({ at, reached, title, children }: StepProps) {
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
          {title}
          {at < reached ? <span className="sr-only">: done</span> : null}
        </p>
        {isCurrent ? <p>{children}</p> : null}
      </div>
    </li>
  );
}
