"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { call } from "@/lib/api/client/call";
import type { ServiceKey, ServiceKeyWithSecret } from "@/lib/clients/service-keys/schemas";
import { Field } from "../../ui/field";
import { Select } from "../../ui/select";
import { ActionDialog, DraftField } from "../action-dialog";
import { loadKeySecretPanel } from "./lazy-key-secret-panel";

interface RotateKeyDialogProps {
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

interface EndSecretsDialogProps {
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

interface RevokeKeyDialogProps {
  serviceKey: ServiceKey;
  onClose: () => void;
  onRevoked: () => void;
}

/** Says what stops when a service key is revoked, asks for its name, and revokes it. */
export function RevokeKeyDialog({ serviceKey, onClose, onRevoked }: RevokeKeyDialogProps) {
  const t = useTranslations("platform.keys.revoke");
  return (
    <ActionDialog
      title={t("title", { name: serviceKey.name })}
      submit={t("submit")}
      isDangerous
      typed={serviceKey.name}
      onClose={onClose}
      onSubmit={async () => {
        await call("revokeServiceKey", { params: { client_id: serviceKey.client_id } });
        onRevoked();
      }}
    >
      <p>{t("stops")}</p>
      <p>{t("final")}</p>
    </ActionDialog>
  );
}

const HOUR = 3_600;
/** The default, in seconds. */
const DAY = 24 * HOUR;

/** Offered overlaps, in seconds. */
const OVERLAPS = [
  [0, "none"],
  [HOUR, "hour"],
  [DAY, "day"],
  [7 * DAY, "week"],
] as const;

interface OverlapFieldProps {
  hint: string;
  /** Seconds. */
  value: number;
  onChange: (seconds: number) => void;
}

/** A choice of how long old secrets keep working. */
function OverlapField({ hint, value, onChange }: OverlapFieldProps) {
  const t = useTranslations("platform.keys.overlap");
  return (
    <Field label={t("label")} hint={hint}>
      {(control) => (
        <Select
          {...control}
          options={OVERLAPS.map(([seconds, name]) => ({ value: String(seconds), label: t(name) }))}
          value={String(value)}
          onChange={(event) => onChange(Number(event.target.value))}
        />
      )}
    </Field>
  );
}
