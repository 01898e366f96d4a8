"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { leaveOrganization } from "@/lib/api-client/member-mutations";
import { MembershipDialog } from "./membership-dialog";

export interface LeaveDialogProps {
  organizationId: string;
  open: boolean;
  onClose: () => void;
}

/** Says what leaving means, and does it. */
export function LeaveDialog({ organizationId, open, onClose }: LeaveDialogProps) {
  const t = useTranslations("members.leave");
  const router = useRouter();
  return (
    <MembershipDialog
      words="leave"
      open={open}
      onClose={onClose}
      onSubmit={async (revokeSecrets) => {
        await leaveOrganization(organizationId, revokeSecrets);
        router.push("/");
      }}
    >
      <p>{t("what")}</p>
    </MembershipDialog>
  );
}
