"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { changeMember } from "@/lib/api-client/member-mutations";
import { RefusalNotice } from "../clients/refusal-notice";
import { RevokeSecretsChoice } from "../clients/revoke-secrets-choice";
import { useClientAction } from "../clients/use-client-action";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import type { MemberView } from "./member-views";
import type { Role } from "./role";
import { RoleChoice } from "./role-choice";

export interface ChangeRoleDialogProps {
  organizationId: string;
  member: MemberView;
  /** Roles that the person who looks may give. */
  roles: readonly Role[];
  open: boolean;
  onClose: () => void;
}

/** Asks for a member's new role. */
export function ChangeRoleDialog(props: ChangeRoleDialogProps) {
  const { organizationId, member, roles, open, onClose } = props;
  const t = useTranslations("members");
  const router = useRouter();
  const [role, setRole] = useState(member.role);
  const { refusal, pending, run, forget } = useClientAction();
  const [revokeSecrets, setRevokeSecrets] = useState(false);
  const close = () => {
    forget();
    setRevokeSecrets(false);
    setRole(member.role);
    onClose();
  };
  const save = () =>
    run(async () => {
      await changeMember(organizationId, member.userId, { role, revokeSecrets });
      onClose();
      router.refresh();
    });
  return (
    <Dialog open={open} onClose={close} title={t("change.title", { name: member.name })}>
      <form
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <RefusalNotice refusal={refusal} onReload={close} />
        <RevokeSecretsChoice
          problems={refusal?.fields ?? []}
          agreed={revokeSecrets}
          onChange={setRevokeSecrets}
        />
        <RoleChoice roles={roles} value={role} onChange={setRole} />
        <p className="text-muted text-sm">{t(member.isSelf ? "change.own" : "change.others")}</p>
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={close}>{t("cancel")}</Button>
          <Button type="submit" variant="primary" pending={pending} disabled={role === member.role}>
            {t(pending ? "change.pending" : "change.submit")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
