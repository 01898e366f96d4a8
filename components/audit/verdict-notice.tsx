import { useTranslations } from "next-intl";
import type { ChainVerdict } from "@/lib/audit/schemas";
import { Identifier } from "../ui/identifier";
import { Notice } from "../ui/notice";

/** The result of verifying the whole log. */
export function VerdictNotice({ verdict }: { verdict: ChainVerdict }) {
  const t = useTranslations("audit.verdict");
  const { entries, hash, broken } = verdict;
  if (broken) {
    return (
      <Notice tone="error" title={t("broken")} live>
        {/* The API describes the break in English only. */}
        <p lang="en">{broken.message}</p>
        <p>{t("brokenNext", { entries })}</p>
      </Notice>
    );
  }
  return (
    <Notice tone="success" title={t("intact", { entries })} live>
      {hash ? (
        <p>
          {t.rich("keepHash", {
            hash: () => <Identifier value={hash} what={t("hashCopied")} />,
          })}
        </p>
      ) : null}
    </Notice>
  );
}
