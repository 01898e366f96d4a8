"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { leaveOrganization } from "@/lib/api-client/member-mutations";
import { RefusalNotice } from "../clients/refusal-notice";
import { RevokeSecretsChoice } from "../clients/revoke-secrets-choice";
import { useClientAction } from "../clients/use-client-action";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";

export interface LeaveDialogProps {
  organizationId: string;
  open: boolean;
  onClose: () => void;
}

/** Says what leaving means, and does it. */
export function LeaveDialog({ organizationId, open, onClose }: LeaveDialogProps) {
  const t = useTranslations("members");
  const router = useRouter();
  const { refusal, pending, run, forget } = useClientAction();
  const [revokeSecrets, setRevokeSecrets] = useState(false);
  const close = () => {
    forget();
    setRevokeSecrets(false);
    onClose();
  };
  const leave = () =>
    run(async () => {
      await leaveOrganization(organizationId, revokeSecrets);
      router.push("/");
    });
  return (
    <Dialog open={open} onClose={close} title={t("leave.title")}>
      <div className="grid gap-5">
        <RefusalNotice refusal={refusal} onReload={close} />
        <RevokeSecretsChoice
          problems={refusal?.fields ?? []}
          agreed={revokeSecrets}
          onChange={setRevokeSecrets}
        />
        <p>{t("leave.what")}</p>
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={close}>{t("cancel")}</Button>
          <Button variant="danger" pending={pending} onClick={leave}>
            {t(pending ? "leave.pending" : "leave.submit")}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
