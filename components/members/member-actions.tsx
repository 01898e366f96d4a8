"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { call } from "@/lib/api/client/call";
import { ActionErrorNotice, useClientAction } from "../clients/action-error-notice";
import { DialogButtons } from "../clients/dialog-buttons";
import { RevokeSecretsChoice } from "../clients/revoke-secrets-choice";
import { MenuButton, RowMenu } from "../list/row-menu";
import { Dialog } from "../ui/dialog";
import type { MemberView, Role } from "./member-views";
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

interface MembershipDialogProps {
  /** Part of the messages of members that names title and button. */
  words: "leave" | "remove" | "change";
  /** The member's name, for the title. */
  name?: string;
  open: boolean;
  /** True while there is nothing to submit. */
  disabled?: boolean;
  /** @param revokeSecrets whether the person agreed to revoke secrets that the member has seen */
  onSubmit: (revokeSecrets: boolean) => Promise<void>;
  onClose: () => void;
  children: ReactNode;
}

/** Changes or ends a membership, and asks about secrets that the member could misuse afterwards. */
function MembershipDialog(props: MembershipDialogProps) {
  const { words, name = "", open, disabled = false, onSubmit, onClose, children } = props;
  const t = useTranslations("members");
  const { error, pending, run, forget } = useClientAction();
  const [revokeSecrets, setRevokeSecrets] = useState(false);
  const close = () => {
    forget();
    setRevokeSecrets(false);
    onClose();
  };
  return (
    <Dialog open={open} onClose={close} title={t(`${words}.title`, { name })}>
      <form
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          run(() => onSubmit(revokeSecrets));
        }}
      >
        <ActionErrorNotice error={error} onReload={close} />
        <RevokeSecretsChoice
          problems={error?.fields ?? []}
          agreed={revokeSecrets}
          onChange={setRevokeSecrets}
        />
        {children}
        <DialogButtons
          onCancel={close}
          label={t(pending ? `${words}.pending` : `${words}.submit`)}
          type="submit"
          variant={words === "change" ? "primary" : "danger"}
          pending={pending}
          disabled={disabled}
        />
      </form>
    </Dialog>
  );
}
