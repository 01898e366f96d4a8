"use client";

import { useTranslations } from "next-intl";
import { call } from "@/lib/api/client/call";
import type { ServiceKey } from "@/lib/clients/service-keys/schemas";
import { ActionDialog } from "../action-dialog";

export interface RevokeKeyDialogProps {
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
