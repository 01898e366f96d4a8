import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { FocusFrame } from "@/components/ui/focus-frame";
import { LinkButton } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("shell.notFound");
  return { title: t("pageTitle") };
}

export default function NotFound() {
  const t = useTranslations("shell.notFound");
  return (
    <FocusFrame>
      <PageHeader title={t("title")} description={t("explanation")} />
      <div>
        <LinkButton href="/" variant="primary">
          {t("start")}
        </LinkButton>
      </div>
    </FocusFrame>
  );
}
