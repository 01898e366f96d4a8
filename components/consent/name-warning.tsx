import { useTranslations } from "next-intl";
import { Notice } from "../ui/notice";
import { type Alphabet, inspectName } from "./untrusted-name";

/** Warns about a name that may imitate another one; nothing for ordinary names. */
export function NameWarning({ name }: { name: string }) {
  const t = useTranslations("consent");
  const { warnings } = inspectName(name);
  const nameAlphabet = (alphabet: Alphabet) => t(`alphabets.${alphabet}`);
  if (warnings.length === 0) return null;
  return (
    <Notice tone="error" title={t("nameWarning.title")}>
      {warnings.map((warning) => (
        <p key={warning.kind}>
          {warning.kind === "mixed"
            ? t("nameWarning.mixed", { alphabets: warning.alphabets.map(nameAlphabet).join(", ") })
            : t(`nameWarning.${warning.kind}`)}
        </p>
      ))}
      <p>{t("nameWarning.advice")}</p>
    </Notice>
  );
}
