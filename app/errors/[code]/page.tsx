import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { DeadEnd } from "@/components/errors/dead-end";
import { CodeBlock } from "@/components/ui/code-block";
import { Disclosure } from "@/components/ui/disclosure";
import { Link } from "@/components/ui/link";
import { errorTable, isErrorCode } from "@/lib/core/errors";
import { firstValue, type SearchParams } from "@/lib/core/http/search-params";
import { isRequestId } from "@/lib/core/schemas/id-forms";
import { currentSession } from "@/lib/identity/sessions/current-session";
import { perform } from "@/lib/operation/perform";
import { locateRequest } from "@/lib/requests/log/locate-request";

type Props = { params: Promise<{ code: string }>; searchParams: Promise<SearchParams> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { code } = await params;
  const t = await getTranslations();
  if (!isErrorCode(code)) return { title: t("shell.notFound.pageTitle") };
  return { title: t("errors.explanation.pageTitle", { code }) };
}

/** The page behind `error_uri`: the very request for those who may read it, and what its code means for others. */
export default async function ErrorCodePage({ params, searchParams }: Props) {
  const { code } = await params;
  if (!isErrorCode(code)) notFound();
  const requestIdInput = firstValue(await searchParams, "request_id");
  const requestId = isRequestId(requestIdInput) ? requestIdInput : undefined;
  const session = requestId ? await currentSession() : null;
  const located =
    session && requestId
      ? await perform(locateRequest, { caller: { session }, query: { request_id: requestId } })
      : null;
  if (located) redirect(located);
  const words = await getTranslations("errors.codes");
  const t = await getTranslations("errors.explanation");
  const others = Object.keys(errorTable).filter((other) => other !== code);
  return (
    <DeadEnd
      title={words(`${code}.title`)}
      about={t.rich("codeAndStatus", {
        code: () => <code className="font-mono text-ink text-sm">{code}</code>,
        status: errorTable[code].status,
      })}
      what={words(`${code}.why`)}
    >
      <p>{words(`${code}.next`)}</p>
      <CodeBlock label={t("example")} code={exampleBody(code, requestId)} />
      {requestId ? null : (
        <p className="text-muted text-sm">
          {t.rich("requestId", { field: (name) => <code className="font-mono">{name}</code> })}
        </p>
      )}
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
    </DeadEnd>
  );
}

function exampleBody(code: string, requestId = "…"): string {
  const body = { error: code, error_description: "…", message: "…", request_id: requestId };
  return JSON.stringify(body, null, 2);
}
