import { Button } from "../ui/button";
import { FocusFrame } from "../ui/focus-frame";
import { PageHeader } from "../ui/page-header";

export interface UnexpectedErrorProps {
  /** Next's hash of the error, which stands in the server's log too. */
  digest?: string;
  onRetry: () => void;
}

/** A page that failed to render, with a way to try again. */
export function UnexpectedError({ digest, onRetry }: UnexpectedErrorProps) {
  return (
    <FocusFrame>
      <PageHeader
        title="Something failed on our side"
        description="The page could not be shown. Nothing was changed. Try again; if it stays, give the error id to whoever runs this installation."
      />
      {digest ? (
        <p className="text-muted">
          Error id <code className="font-mono text-ink text-sm">{digest}</code>
        </p>
      ) : null}
      <div>
        <Button variant="primary" onClick={onRetry}>
          Try again
        </Button>
      </div>
    </FocusFrame>
  );
}

/** The digest of an error that crossed from the server, if it has one. */
export function digestOf(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("digest" in error)) return undefined;
  return typeof error.digest === "string" ? error.digest : undefined;
}
