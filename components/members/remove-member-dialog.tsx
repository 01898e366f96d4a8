"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { removeMember } from "@/lib/api-client/member-mutations";
import { RefusalNotice } from "../clients/refusal-notice";
import { RevokeSecretsChoice } from "../clients/revoke-secrets-choice";
import { useClientAction } from "../clients/use-client-action";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import type { MemberView } from "./member-views";

export interface RemoveMemberDialogProps {
  organizationId: string;
  member: MemberView;
  open: boolean;
  onClose: () => void;
}

/** Says what removing a member stops, and does it. */
export function RemoveMemberDialog(props: RemoveMemberDialogProps) {
  const { organizationId, member, open, onClose } = props;
  const t = useTranslations("members");
  const router = useRouter();
  const { refusal, pending, run, forget } = useClientAction();
  const [revokeSecrets, setRevokeSecrets] = useState(false);
  const close = () => {
    forget();
    setRevokeSecrets(false);
    onClose();
  };
  const remove = () =>
    run(async () => {
      await removeMember(organizationId, member.userId, revokeSecrets);
      onClose();
      router.refresh();
    });
  return (
    <Dialog open={open} onClose={close} title={t("remove.title", { name: member.name })}>
      <div className="grid gap-5">
        <RefusalNotice refusal={refusal} onReload={close} />
        <RevokeSecretsChoice
          problems={refusal?.fields ?? []}
          agreed={revokeSecrets}
          onChange={setRevokeSecrets}
        />
        <div className="grid gap-2">
          <p>{t.rich("remove.what", { email: () => <bdi>{member.email}</bdi> })}</p>
          <p>{t("remove.stays")}</p>
        </div>
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={close}>{t("cancel")}</Button>
          <Button variant="danger" pending={pending} onClick={remove}>
            {t(pending ? "remove.pending" : "remove.submit")}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
