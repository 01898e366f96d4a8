import { useTranslations } from "next-intl";
import { Button } from "../ui/button";
import { FocusFrame } from "../ui/focus-frame";
import { PageHeader } from "../ui/page-header";

export interface UnexpectedErrorProps {
  /** Next's hash of the error, which the server's log also has. */
  digest?: string;
  onRetry: () => void;
}

/** A page that failed to render, with a way to try again. */
export function UnexpectedError({ digest, onRetry }: UnexpectedErrorProps) {
  const t = useTranslations("shell.failure");
  return (
    <FocusFrame>
      <PageHeader title={t("title")} description={t("explanation")} />
      {digest ? (
        <p className="text-muted">
          {t.rich("errorId", {
            id: () => <code className="font-mono text-ink text-sm">{digest}</code>,
          })}
        </p>
      ) : null}
      <div>
        <Button variant="primary" onClick={onRetry}>
          {t("retry")}
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
