"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { call } from "@/lib/api-client/call";
import type { SentOwnerInvitation } from "@/lib/operators/schemas";
import { Field } from "../ui/field";
import { TextInput } from "../ui/text-input";
import { ActionDialog } from "./action-dialog";

export interface InviteOwnerDialogProps {
  /** What the person will own; null while the dialog is closed. */
  place: { kind: "company" | "organization"; id: string; name: string } | null;
  onClose: () => void;
  onInvited: (sent: SentOwnerInvitation) => void;
}

/** Invites an owner of a company or organization by e-mail. */
export function InviteOwnerDialog({ place, onClose, onInvited }: InviteOwnerDialogProps) {
  const t = useTranslations("platform.inviteOwner");
  const [email, setEmail] = useState("");
  return (
    <ActionDialog
      open={place !== null}
      title={t("title", { name: place?.name ?? "" })}
      submit={t("submit")}
      onClose={onClose}
      onSubmit={async () => {
        if (!place) return;
        const body = { email };
        const sent =
          place.kind === "company"
            ? await call("inviteCompanyOwner", { params: { company_id: place.id }, body })
            : await call("inviteOrganizationOwner", {
                params: { organization_id: place.id },
                body,
              });
        setEmail("");
        onInvited(sent);
      }}
    >
      <p>{t("what")}</p>
      <Field label={t("email")}>
        {(control) => (
          <TextInput
            {...control}
            type="email"
            required
            maxLength={200}
            autoComplete="off"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
      </Field>
    </ActionDialog>
  );
}
