import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ApiReference } from "@/components/docs/api-reference";
import { asOpenApiDocument } from "@/components/docs/openapi-document";
import { FocusFrame } from "@/components/ui/focus-frame";
import { describeApi } from "@/lib/api/describe-api";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("docs");
  return { title: t("pageTitle") };
}

/** The API reference, from the document that `/openapi.json` serves. */
export default function DocsPage() {
  return (
    <FocusFrame wide>
      <ApiReference document={asOpenApiDocument(describeApi())} />
    </FocusFrame>
  );
}
