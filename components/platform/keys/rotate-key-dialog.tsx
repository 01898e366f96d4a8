"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { call } from "@/lib/api/client/call";
import type { ServiceKey, ServiceKeyWithSecret } from "@/lib/clients/service-keys/schemas";
import { ActionDialog } from "../action-dialog";
import { loadKeySecretPanel } from "./lazy-key-secret-panel";
import { DAY, OverlapField } from "./overlap-field";

export interface RotateKeyDialogProps {
  serviceKey: ServiceKey;
  onClose: () => void;
  onRotated: (key: ServiceKeyWithSecret) => void;
}

/** Asks how long the current secrets keep working, and creates a new one. */
export function RotateKeyDialog({ serviceKey, onClose, onRotated }: RotateKeyDialogProps) {
  const t = useTranslations("platform.keys.rotate");
  const [overlap, setOverlap] = useState(DAY);
  return (
    <ActionDialog
      title={t("title", { name: serviceKey.name })}
      submit={t("submit")}
      onClose={onClose}
      onSubmit={async () => {
        await loadKeySecretPanel();
        const params = { client_id: serviceKey.client_id };
        const body = { overlap_seconds: overlap };
        onRotated(await call("rotateServiceKey", { params, body }));
      }}
    >
      <p>{t("what")}</p>
      <OverlapField hint={t("overlapHint")} value={overlap} onChange={setOverlap} />
    </ActionDialog>
  );
}
