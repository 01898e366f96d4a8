"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { call } from "@/lib/api/client/call";
import type { MemberView } from "./member-views";
import { MembershipDialog } from "./membership-dialog";
import type { Role } from "./role";
import { RoleChoice } from "./role-choice";

export interface ChangeRoleDialogProps {
  organizationId: string;
  member: MemberView;
  /** Roles that the viewer may assign. */
  roles: readonly Role[];
  open: boolean;
  onClose: () => void;
}

/** Asks for a member's new role. */
export function ChangeRoleDialog(props: ChangeRoleDialogProps) {
  const { organizationId, member, roles, open, onClose } = props;
  const t = useTranslations("members.change");
  const router = useRouter();
  const [role, setRole] = useState(member.role);
  return (
    <MembershipDialog
      words="change"
      name={member.name}
      open={open}
      disabled={role === member.role}
      onClose={() => {
        setRole(member.role);
        onClose();
      }}
      onSubmit={async (revokeSecrets) => {
        await call("changeMember", {
          params: { organization_id: organizationId, user_id: member.userId },
          body: { role, revoke_secrets: revokeSecrets },
        });
        onClose();
        router.refresh();
      }}
    >
      <RoleChoice roles={roles} value={role} onChange={setRole} />
      <p className="text-muted text-sm">{t(member.isSelf ? "own" : "others")}</p>
    </MembershipDialog>
  );
}
