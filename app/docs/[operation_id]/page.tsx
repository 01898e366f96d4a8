import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { asOpenApiDocument, findOperation } from "@/components/docs/openapi-document";
import { OperationReference } from "@/components/docs/operation-reference";
import { FocusFrame } from "@/components/ui/focus-frame";
import { describeApi } from "@/lib/api/describe-api";

type Props = { params: Promise<{ operation_id: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { operation_id: id } = await params;
  const t = await getTranslations("shell.notFound");
  const isKnown = findOperation(asOpenApiDocument(describeApi()), id) !== undefined;
  return { title: isKnown ? id : t("pageTitle") };
}

/** One operation of the API reference. */
export default async function OperationPage({ params }: Props) {
  const document = asOpenApiDocument(describeApi());
  const entry = findOperation(document, (await params).operation_id);
  if (!entry) notFound();
  return (
    <FocusFrame wide>
      <OperationReference document={document} entry={entry} />
    </FocusFrame>
  );
}
