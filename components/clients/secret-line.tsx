import { Button } from "../ui/button";
import { Timestamp } from "../ui/timestamp";
import type { ClientSecretSummary } from "./client-views";

export interface SecretLineProps {
  secret: ClientSecretSummary;
  /** Missing for whoever may not. */
  onReveal: (() => void) | undefined;
  onRevoke: (() => void) | undefined;
}

/** One live secret by its last characters: who made it, and when and from where it was last used. */
export function SecretLine({ secret, onReveal, onRevoke }: SecretLineProps) {
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <code className="font-mono text-sm">
            <span aria-hidden="true">lks_••••••••</span>
            <span className="sr-only">Ends with </span>
            {secret.lastFour}
          </code>
          <bdi className="font-semibold">{secret.name}</bdi>
        </p>
        <p className="text-muted text-sm">
          Created <Timestamp value={secret.createdAt} />
          {secret.createdBy ? (
            <>
              {" "}
              by <bdi>{secret.createdBy}</bdi>
            </>
          ) : null}
          . <LastUse secret={secret} />
        </p>
        {secret.expiresAt ? (
          <p className="text-sm text-warning">
            Accepted until <Timestamp value={secret.expiresAt} />.
          </p>
        ) : null}
      </div>
      <div className="flex flex-wrap gap-2">
        {onReveal ? (
          <Button size="small" onClick={onReveal}>
            Reveal<span className="sr-only"> the secret that ends with {secret.lastFour}</span>
          </Button>
        ) : null}
        {onRevoke ? (
          <Button size="small" onClick={onRevoke}>
            Revoke<span className="sr-only"> the secret that ends with {secret.lastFour}</span>
          </Button>
        ) : null}
      </div>
    </li>
  );
}

function LastUse({ secret: { lastUsedAt, lastUsedFrom } }: { secret: ClientSecretSummary }) {
  if (!lastUsedAt) return "Never used.";
  return (
    <>
      Last used <Timestamp value={lastUsedAt} />
      {lastUsedFrom ? ` from ${lastUsedFrom}` : null}.
    </>
  );
}
