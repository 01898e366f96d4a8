import { useTranslations } from "next-intl";
import { Button } from "../ui/button";
import { DeadEnd } from "./dead-end";

/** A page that failed to render. @param digest Next's hash of the error, which the server's log also has */
export function UnexpectedError({ digest, onRetry }: { digest?: string; onRetry: () => void }) {
  const t = useTranslations("shell.failure");
  return (
    <DeadEnd
      title={t("title")}
      what={t("explanation")}
      actions={
        <Button variant="primary" onClick={onRetry}>
          {t("retry")}
        </Button>
      }
    >
      {digest ? (
        <p>
          {t.rich("errorId", { id: () => <code className="font-mono text-sm">{digest}</code> })}
        </p>
      ) : null}
    </DeadEnd>
  );
}

/** The digest of an error that crossed from the server, if it has one. */
export function digestOf(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("digest" in error)) return undefined;
  return typeof error.digest === "string" ? error.digest : undefined;
}
