import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { FocusFrame } from "@/components/ui/focus-frame";
import { LinkButton } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";

export const metadata: Metadata = { title: "Not found" };

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
