import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { ErrorExplanation } from "@/components/errors/error-explanation";
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
  const t = await getTranslations("errors.codes");
  return (
    <ErrorExplanation
      code={code}
      status={errorTable[code].status}
      title={t(`${code}.title`)}
      why={t(`${code}.why`)}
      next={t(`${code}.next`)}
      requestId={requestId}
      others={Object.keys(errorTable).filter((other) => other !== code)}
    />
  );
}
