"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { call } from "@/lib/api/client/call";
import type { MemberView } from "./member-views";
import { MembershipDialog } from "./membership-dialog";

export interface RemoveMemberDialogProps {
  organizationId: string;
  member: MemberView;
  open: boolean;
  onClose: () => void;
}

/** Says what removing a member stops, and does it. */
export function RemoveMemberDialog(props: RemoveMemberDialogProps) {
  const { organizationId, member, open, onClose } = props;
  const t = useTranslations("members.remove");
  const router = useRouter();
  return (
    <MembershipDialog
      words="remove"
      name={member.name}
      open={open}
      onClose={onClose}
      onSubmit={async (revokeSecrets) => {
        await call("removeMember", {
          params: { organization_id: organizationId, user_id: member.userId },
          query: { revoke_secrets: revokeSecrets },
        });
        onClose();
        router.refresh();
      }}
    >
      <div className="grid gap-2">
        <p>{t.rich("what", { email: () => <bdi>{member.email ?? member.name}</bdi> })}</p>
        <p>{t("stays")}</p>
      </div>
    </MembershipDialog>
  );
}
