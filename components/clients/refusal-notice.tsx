"use client";

import { useRouter } from "next/navigation";
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
  const router = useRouter();
  if (!refusal) return null;
  if (!refusal.stale) {
    return (
      <Notice tone="error" title="Nothing was changed." live>
        <p>{refusal.message}</p>
      </Notice>
    );
  }
  const reload = () => {
    router.refresh();
    onReload();
  };
  return (
    <Notice tone="error" title="Somebody else changed this client meanwhile." live>
      <p>Nothing was changed by you. Look at its present state first, then decide again.</p>
      <div>
        <Button size="small" onClick={reload}>
          Show the present state
        </Button>
      </div>
    </Notice>
  );
}
