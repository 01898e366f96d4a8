"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { call } from "@/lib/api/client/call";
import type { ServiceKey } from "@/lib/clients/service-keys/schemas";
import { ActionDialog } from "../action-dialog";
import { DraftField } from "../draft-field";
import { OverlapField } from "./overlap-field";

export interface EndSecretsDialogProps {
  serviceKey: ServiceKey;
  onClose: () => void;
  onChanged: () => void;
}

/** Asks when the secrets of a service key end that have an end, and changes it. */
export function EndSecretsDialog({ serviceKey, onClose, onChanged }: EndSecretsDialogProps) {
  const t = useTranslations("platform.keys.end");
  const [overlap, setOverlap] = useState(0);
  const [reason, setReason] = useState("");
  const text = reason.trim();
  return (
    <ActionDialog
      title={t("title", { name: serviceKey.name })}
      submit={t("submit")}
      isDangerous
      onClose={onClose}
      onSubmit={async () => {
        const params = { client_id: serviceKey.client_id };
        const body = { overlap_seconds: overlap, ...(text && { reason: text }) };
        await call("changeServiceKeyEnd", { params, body });
        onChanged();
      }}
    >
      <p>{t("what")}</p>
      <OverlapField hint={t("overlapHint")} value={overlap} onChange={setOverlap} />
      <DraftField
        label={t("reason")}
        hint={t("reasonHint")}
        optional
        maxLength={500}
        value={reason}
        onChange={setReason}
      />
    </ActionDialog>
  );
}
