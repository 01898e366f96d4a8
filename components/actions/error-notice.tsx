"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ApiError } from "@/lib/api/client/api-error";
import { Button } from "../ui/button";
import { inEnglish } from "../ui/in-english";
import { Notice } from "../ui/notice";

interface ErrorNoticeProps {
  error: ApiError | null;
  /** Called when the page shows the present state again; for changes that someone else may have overtaken. */
  onReload?: () => void;
}

/** Why a change was not made; nothing when it was. */
export function ErrorNotice({ error, onReload }: ErrorNoticeProps) {
  const t = useTranslations("shell.actionError");
  const router = useRouter();
  if (!error) return null;
  // Someone else changed the same thing since this page was opened.
  if (error.status !== 412) {
    return <Notice tone="error" title={t("title")} live next={inEnglish(error.message)} />;
  }
  const reload = () => {
    router.refresh();
    onReload?.();
  };
  return (
    <Notice tone="error" title={t("staleTitle")} live>
      <p>{t("staleNext")}</p>
      <Button size="small" onClick={reload}>
        {t("reload")}
      </Button>
    </Notice>
  );
}
