import { useTranslations } from "next-intl";
import { LinkButton } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";

/** For a member whose role does not have the permission that a page needs. */
export default function ForbiddenPage() {
  const t = useTranslations("shell.forbidden");
  return (
    <>
      <PageHeader title={t("title")} description={t("explanation")} />
      <div>
        <LinkButton href="/" variant="primary">
          {t("start")}
        </LinkButton>
      </div>
    </>
  );
}
