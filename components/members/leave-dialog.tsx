"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { call } from "@/lib/api/client/call";
import { MembershipDialog } from "./membership-dialog";

export interface LeaveDialogProps {
  organizationId: string;
  open: boolean;
  onClose: () => void;
}

/** Asks whether to leave the organization, explains the consequences, and does it. */
export function LeaveDialog({ organizationId, open, onClose }: LeaveDialogProps) {
  const t = useTranslations("members.leave");
  const router = useRouter();
  return (
    <MembershipDialog
      words="leave"
      open={open}
      onClose={onClose}
      onSubmit={async (revokeSecrets) => {
        await call("leaveOrganization", {
          params: { organization_id: organizationId },
          query: { revoke_secrets: revokeSecrets },
        });
        router.push("/");
      }}
    >
      <p>{t("what")}</p>
    </MembershipDialog>
  );
}
