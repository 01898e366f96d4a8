"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { call } from "@/lib/api-client/call";
import type { ServiceKey, ServiceKeyWithSecret } from "@/lib/service-keys/schemas";
import { Field } from "../../ui/field";
import { Select } from "../../ui/select";
import { ActionDialog } from "../action-dialog";
import { loadKeySecretPanel } from "./lazy-key-secret-panel";

const HOUR = 3_600;
const DAY = 24 * HOUR;

/** Offered overlaps, in seconds. */
const OVERLAPS = [
  [0, "none"],
  [HOUR, "hour"],
  [DAY, "day"],
  [7 * DAY, "week"],
] as const;

export interface RotateKeyDialogProps {
  serviceKey: ServiceKey;
  onClose: () => void;
  onRotated: (key: ServiceKeyWithSecret) => void;
}

/** Asks how long the present secrets keep working, and creates a new one. */
export function RotateKeyDialog({ serviceKey, onClose, onRotated }: RotateKeyDialogProps) {
  const t = useTranslations("platform.keys.rotate");
  const [overlap, setOverlap] = useState(String(DAY));
  return (
    <ActionDialog
      title={t("title", { name: serviceKey.name })}
      submit={t("submit")}
      onClose={onClose}
      onSubmit={async () => {
        await loadKeySecretPanel();
        const params = { client_id: serviceKey.client_id };
        const body = { overlap_seconds: Number(overlap) };
        onRotated(await call("rotateServiceKey", { params, body }));
      }}
    >
      <p>{t("what")}</p>
      <Field label={t("overlap")} hint={t("overlapHint")}>
        {(control) => (
          <Select
            {...control}
            options={OVERLAPS.map(([seconds, name]) => ({
              value: String(seconds),
              label: t(`overlaps.${name}`),
            }))}
            value={overlap}
            onChange={(event) => setOverlap(event.target.value)}
          />
        )}
      </Field>
    </ActionDialog>
  );
}
