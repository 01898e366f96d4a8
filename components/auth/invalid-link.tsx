import { useTranslations } from "next-intl";
import { FocusFrame } from "../ui/focus-frame";
import { Notice } from "../ui/notice";
import { PageHeader } from "../ui/page-header";

/** Shown when a set-up or recovery link was already used, is invalid or has expired. */
export function InvalidLink({ of }: { of: "setup" | "recover" }) {
  const t = useTranslations(`signIn.${of}`);
  return (
    <FocusFrame>
      <PageHeader title={t("spent")} />
      <Notice tone="warning" title={t("spentWhy")}>
        <p>
          {t.rich("spentNext", {
            signin: (words) => (
              <a className="inline-link" href="/sign-in">
                {words}
              </a>
            ),
            forgot: (words) => (
              <a className="inline-link" href="/forgot-password">
                {words}
              </a>
            ),
          })}
        </p>
      </Notice>
    </FocusFrame>
  );
}

/** Shown instead of a link's page to a network that tried too many invalid links. */
export function TooManyLinks() {
  const t = useTranslations("signIn.tooManyLinks");
  return (
    <FocusFrame>
      <PageHeader title={t("title")} />
      <Notice tone="warning" title={t("why")}>
        <p>{t("next")}</p>
      </Notice>
    </FocusFrame>
  );
}
