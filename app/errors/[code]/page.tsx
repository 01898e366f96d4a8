import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ErrorExplanation } from "@/components/errors/error-explanation";
import { errorTable, isErrorCode } from "@/lib/errors";
import { firstValue, type SearchParams } from "@/lib/http/search-params";

type Props = { params: Promise<{ code: string }>; searchParams: Promise<SearchParams> };

const REQUEST_ID = /^[\w.-]{8,64}$/;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { code } = await params;
  return { title: isErrorCode(code) ? `Error ${code}` : "Not found" };
}

/** What `error_uri` of an answer opens: why it was refused and what to do. */
export default async function ErrorCodePage({ params, searchParams }: Props) {
  const { code } = await params;
  if (!isErrorCode(code)) notFound();
  const requestId = firstValue(await searchParams, "request_id");
  return (
    <ErrorExplanation
      code={code}
      {...errorTable[code]}
      requestId={REQUEST_ID.test(requestId) ? requestId : undefined}
      others={Object.keys(errorTable).filter((other) => other !== code)}
    />
  );
}
