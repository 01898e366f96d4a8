import { useTranslations } from "next-intl";
import { LinkButton } from "../ui/button";
import { PageHeader } from "../ui/page-header";

/** Says that a page cannot be opened, and leads to the start page. */
export function DeadEnd({ reason }: { reason: "notFound" | "forbidden" }) {
  const t = useTranslations("shell");
  return (
    <>
      <PageHeader title={t(`${reason}.title`)} description={t(`${reason}.explanation`)} />
      <div>
        <LinkButton href="/" variant="primary">
          {t("startPage")}
        </LinkButton>
      </div>
    </>
  );
}
