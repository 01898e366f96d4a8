"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { Button } from "../ui/button";
import { Notice } from "../ui/notice";
import type { ActionError } from "./use-client-action";

export interface ActionErrorNoticeProps {
  error: ActionError | null;
  /** Called when the page shows the present state again. */
  onReload: () => void;
}

/** Why a change was not made; nothing when it was. */
export function ActionErrorNotice({ error, onReload }: ActionErrorNoticeProps) {
  const t = useTranslations("shell.actionError");
  const router = useRouter();
  if (!error) return null;
  if (!error.stale) {
    return (
      <Notice tone="error" title={t("title")} live>
        <p lang="en">{error.message}</p>
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
