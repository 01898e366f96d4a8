import { useTranslations } from "next-intl";
import { Link } from "@/components/ui/link";
import { CodeBlock } from "../ui/code-block";
import { FocusFrame } from "../ui/focus-frame";
import { PageHeader } from "../ui/page-header";
import { Panel } from "../ui/panel";

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
    <FocusFrame>
      <PageHeader
        title={title}
        description={t.rich("codeAndStatus", {
          code: () => <code className="font-mono text-ink text-sm">{code}</code>,
          status,
        })}
      />
      <Panel>
        <div className="grid gap-5">
          <Part title={t("why")}>{why}</Part>
          <Part title={t("next")}>{next}</Part>
        </div>
      </Panel>
      <CodeBlock label={t("example")} code={exampleBody(code, requestId)} />
      {requestId ? null : (
        <p className="text-muted text-sm">
          {t.rich("requestId", { field: (name) => <code className="font-mono">{name}</code> })}
        </p>
      )}
      <OtherCodes others={others} />
    </FocusFrame>
  );
}

function Part({ title, children }: { title: string; children: string }) {
  return (
    <section className="grid gap-1">
      <h2 className="text-muted text-sm">{title}</h2>
      <p className="max-w-reading text-lg">{children}</p>
    </section>
  );
}

function exampleBody(code: string, requestId = "…"): string {
  const body = { error: code, error_description: "…", message: "…", request_id: requestId };
  return JSON.stringify(body, null, 2);
}

function OtherCodes({ others }: { others: ErrorExplanationProps["others"] }) {
  const t = useTranslations("errors.explanation");
  return (
    <nav aria-labelledby="other-codes" className="grid gap-2">
      <h2 id="other-codes" className="text-base">
        {t("others")}
      </h2>
      <ul className="grid gap-x-8 sm:grid-cols-2">
        {others.map((other) => (
          <li key={other} className="min-h-7">
            <Link href={`/errors/${other}`} className="inline-link font-mono text-sm">
              {other}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
