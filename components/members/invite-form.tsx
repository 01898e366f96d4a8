"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { call } from "@/lib/api/client/call";
import type { SentInvitationResponse } from "@/lib/tenants/organizations/invitations/schemas";
import { ActionErrorNotice, useClientAction } from "../clients/action-error-notice";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { TextInput } from "../ui/text-input";
import type { Role } from "./member-views";
import { RoleChoice } from "./role-choice";
import { SentNotice } from "./sent-notice";

export interface InviteFormProps {
  organizationId: string;
  /** Roles that the viewer may assign. */
  roles: readonly Role[];
}

/** Invites someone by email, and says whether the email was sent. */
export function InviteForm({ organizationId, roles }: InviteFormProps) {
  const t = useTranslations("members.invite");
  const router = useRouter();
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<Role>("developer");
  const [sent, setSent] = useState<SentInvitationResponse | null>(null);
  const { error, pending, run, forget } = useClientAction();
  const invite = () =>
    run(async () => {
      setSent(null);
      setSent(
        await call("createInvitation", {
          params: { organization_id: organizationId },
          body: { email, role },
        }),
      );
      setEmail("");
      router.refresh();
    });
  return (
    <div className="grid gap-5">
      <ActionErrorNotice error={error} onReload={forget} />
      {sent ? <SentNotice sent={sent} onDone={() => setSent(null)} /> : null}
      <form
        className="grid max-w-form gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          invite();
        }}
      >
        <Field label={t("email")}>
          {(control) => (
            <TextInput
              {...control}
              type="email"
              autoComplete="off"
              maxLength={200}
              required
              value={email}
              onChange={(event) => {
                forget();
                setEmail(event.target.value);
              }}
            />
          )}
        </Field>
        <RoleChoice roles={roles} value={role} onChange={setRole} />
        <div>
          <Button type="submit" variant="primary" pending={pending}>
            {t(pending ? "pending" : "submit")}
          </Button>
        </div>
      </form>
    </div>
  );
}
