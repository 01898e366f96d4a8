"use client";

import { useTranslations } from "next-intl";
import { call } from "@/lib/api-client/call";
import type { UserResponse } from "@/lib/directory/users/schemas";
import { ActionDialog } from "../action-dialog";
import { idOf, nameOf } from "./person-words";

export interface PersonStatusDialogProps {
  /** Null while the dialog is closed. */
  person: UserResponse | null;
  onClose: () => void;
  onChanged: () => void;
}

/** Says what deactivating or activating a person does, and does it. */
export function PersonStatusDialog({ person, onClose, onChanged }: PersonStatusDialogProps) {
  const t = useTranslations("platform.people");
  const kind = person?.status === "deactivated" ? "activate" : "deactivate";
  return (
    <ActionDialog
      open={person !== null}
      title={t(`${kind}.title`, { name: person ? nameOf(person) : "" })}
      submit={t(`${kind}.submit`)}
      isDangerous={kind === "deactivate"}
      onClose={onClose}
      onSubmit={async () => {
        if (!person) return;
        await call("putDirectoryUser", {
          params: { external_id: idOf(person) },
          body: { status: kind === "activate" ? "active" : "deactivated" },
        });
        onChanged();
      }}
    >
      <p>{t(`${kind}.what`)}</p>
    </ActionDialog>
  );
}
