import { useTranslations } from "next-intl";
import { Notice } from "../ui/notice";

/** Effects of an answer to a staff member's request; `changed` means none, because the request had changed. */
const ANSWERS = ["allow", "deny", "changed"] as const;

/** Says what answering a staff member's request did. Renders nothing for an unknown answer. */
export function AnsweredNotice({ answer: text }: { answer: string }) {
  const t = useTranslations("extensions.answered");
  const answer = ANSWERS.find((known) => known === text);
  if (!answer) return null;
  return (
    <Notice tone={answer === "changed" ? "warning" : "success"} title={t(answer)} live>
      <p>{t(`${answer}Next`)}</p>
    </Notice>
  );
}
