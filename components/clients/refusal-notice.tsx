"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { Button } from "../ui/button";
import { Notice } from "../ui/notice";
import type { Refusal } from "./use-client-action";

export interface RefusalNoticeProps {
  refusal: Refusal | null;
  /** Called when the page shows the present state again. */
  onReload: () => void;
}

/** Why a change was not made; nothing when it was. */
export function RefusalNotice({ refusal, onReload }: RefusalNoticeProps) {
  const t = useTranslations("shell.refusal");
  const router = useRouter();
  if (!refusal) return null;
  if (!refusal.stale) {
    return (
      <Notice tone="error" title={t("title")} live>
        <p lang="en">{refusal.message}</p>
      </Notice>
    );
  }
  const reload = () => {
    router.refresh();
    onReload();
  };
  return (
    <Notice tone="error" title={t("staleTitle")} live>
      <p>{t("staleNext")}</p>
      <div>
        <Button size="small" onClick={reload}>
          {t("reload")}
        </Button>
      </div>
    </Notice>
  );
}
