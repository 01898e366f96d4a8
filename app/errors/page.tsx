import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { ErrorIndex } from "@/components/errors/error-index";
import { errorTable, isErrorCode } from "@/lib/core/errors";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("errors.index");
  return { title: t("title") };
}

/** All error codes. */
export default function ErrorsPage() {
  const t = useTranslations("errors.codes");
  const entries = Object.keys(errorTable)
    .filter(isErrorCode)
    .map((code) => ({
      code,
      status: errorTable[code].status,
      title: t(`${code}.title`),
    }));
  return <ErrorIndex entries={entries} />;
}
