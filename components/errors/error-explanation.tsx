import { useTranslations } from "next-intl";
import { Link } from "@/components/ui/link";
import { CodeBlock } from "../ui/code-block";
import { Disclosure } from "../ui/disclosure";
import { DeadEnd } from "./dead-end";

export interface ErrorExplanationProps {
  code: string;
  /** HTTP status of the response. */
  status: number;
  title: string;
  why: string;
  next: string;
  /** Id of the request, if the link has one. */
  requestId: string | undefined;
  /** The other codes, to browse. */
  others: readonly string[];
}

/** The page behind `error_uri`: tells developers what happened, why, and what to do. */
export function ErrorExplanation(props: ErrorExplanationProps) {
  const { code, status, title, why, next, requestId, others } = props;
  const t = useTranslations("errors.explanation");
  return (
    <DeadEnd
      title={title}
      about={t.rich("codeAndStatus", {
        code: () => <code className="font-mono text-ink text-sm">{code}</code>,
        status,
      })}
      what={why}
    >
      <p>{next}</p>
      <CodeBlock label={t("example")} code={exampleBody(code, requestId)} />
      {requestId ? null : (
        <p className="text-muted text-sm">
          {t.rich("requestId", { field: (name) => <code className="font-mono">{name}</code> })}
        </p>
      )}
      <OtherCodes others={others} />
    </DeadEnd>
  );
}

function exampleBody(code: string, requestId = "…"): string {
  const body = { error: code, error_description: "…", message: "…", request_id: requestId };
  return JSON.stringify(body, null, 2);
}

function OtherCodes({ others }: { others: ErrorExplanationProps["others"] }) {
  const t = useTranslations("errors.explanation");
  return (
    <Disclosure summary={t("others")}>
      <ul className="grid gap-x-8 sm:grid-cols-2">
        {others.map((other) => (
          <li key={other} className="min-h-7">
            <Link href={`/errors/${other}`} className="inline-link font-mono text-sm">
              {other}
            </Link>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
