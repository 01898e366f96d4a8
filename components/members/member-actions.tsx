"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { call } from "@/lib/api/client/call";
import { MenuButton, RowMenu } from "../list/row-menu";
import type { MemberView, Role } from "./member-views";
import { MembershipDialog } from "./membership-dialog";
import { RoleChoice } from "./role-choice";

interface MemberActionsProps {
  organizationId: string;
  member: MemberView;
  /** Roles that the viewer may assign. */
  roles: readonly Role[];
}

type Question = "role" | "remove" | "leave" | null;

/** The actions on a member; for the viewer, leaving. */
export function MemberActions({ organizationId, member, roles }: MemberActionsProps) {
  const t = useTranslations("members");
  const [question, setQuestion] = useState<Question>(null);
  const unseen = (words: ReactNode) => <span className="sr-only">{words}</span>;
  const dialog = { organizationId, member, onClose: () => setQuestion(null) };
  return (
    <>
      {member.mayChange || (member.isSelf && !member.isManaged) ? (
        <RowMenu name={member.name}>
          {member.mayChange ? (
            <MenuButton onClick={() => setQuestion("role")}>
              {t.rich("change.button", { name: member.name, unseen })}
            </MenuButton>
          ) : null}
          {member.mayChange && !member.isSelf ? (
            <MenuButton isFinal onClick={() => setQuestion("remove")}>
              {t.rich("remove.button", { name: member.name, unseen })}
            </MenuButton>
          ) : null}
          {member.isSelf && !member.isManaged ? (
            <MenuButton isFinal onClick={() => setQuestion("leave")}>
              {t.rich("leave.button", { unseen })}
            </MenuButton>
          ) : null}
        </RowMenu>
      ) : null}
      <ChangeRoleDialog {...dialog} roles={roles} open={question === "role"} />
      <RemoveMemberDialog {...dialog} open={question === "remove"} />
      <LeaveDialog {...dialog} open={question === "leave"} />
    </>
  );
}

interface ChangeRoleDialogProps {
  organizationId: string;
  member: MemberView;
  /** Roles that the viewer may assign. */
  roles: readonly Role[];
  open: boolean;
  onClose: () => void;
}

/** Asks for a member's new role. */
function ChangeRoleDialog(props: ChangeRoleDialogProps) {
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

interface RemoveMemberDialogProps {
  organizationId: string;
  member: MemberView;
  open: boolean;
  onClose: () => void;
}

/** Says what removing a member stops, and does it. */
function RemoveMemberDialog(props: RemoveMemberDialogProps) {
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

interface LeaveDialogProps {
  organizationId: string;
  open: boolean;
  onClose: () => void;
}

/** Asks whether to leave the organization, explains the consequences, and does it. */
function LeaveDialog({ organizationId, open, onClose }: LeaveDialogProps) {
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
