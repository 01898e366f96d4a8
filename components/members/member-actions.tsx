"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Button } from "../ui/button";
import { ChangeRoleDialog } from "./change-role-dialog";
import { LeaveDialog } from "./leave-dialog";
import type { MemberView } from "./member-views";
import { RemoveMemberDialog } from "./remove-member-dialog";
import type { Role } from "./role";

export interface MemberActionsProps {
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
    <div className="flex flex-wrap gap-2 sm:justify-end">
      {member.mayChange ? (
        <Button size="small" onClick={() => setQuestion("role")}>
          {t.rich("change.button", { name: member.name, unseen })}
        </Button>
      ) : null}
      {member.mayChange && !member.isSelf ? (
        <Button size="small" onClick={() => setQuestion("remove")}>
          {t.rich("remove.button", { name: member.name, unseen })}
        </Button>
      ) : null}
      {member.isSelf && !member.isManaged ? (
        <Button size="small" onClick={() => setQuestion("leave")}>
          {t.rich("leave.button", { unseen })}
        </Button>
      ) : null}
      <ChangeRoleDialog {...dialog} roles={roles} open={question === "role"} />
      <RemoveMemberDialog {...dialog} open={question === "remove"} />
      <LeaveDialog {...dialog} open={question === "leave"} />
    </div>
  );
}
