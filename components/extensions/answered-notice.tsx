import { useTranslations } from "next-intl";
import { Notice } from "../ui/notice";

/** Says what answering a staff member's request did. */
export function AnsweredNotice({ answer }: { answer: "allow" | "deny" }) {
  const t = useTranslations("extensions.answered");
  return (
    <Notice tone="success" title={t(answer)} live>
      <p>{t(`${answer}Next`)}</p>
    </Notice>
  );
}
