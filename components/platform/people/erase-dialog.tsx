"use client";

import { useTranslations } from "next-intl";
import { call } from "@/lib/api-client/call";
import type { UserResponse } from "@/lib/directory/users/schemas";
import { ActionDialog } from "../action-dialog";
import { idOf, nameOf } from "./person-words";

export interface EraseDialogProps {
  /** Null while the dialog is closed. */
  person: UserResponse | null;
  onClose: () => void;
  onErased: () => void;
}

/** Says what erasing a person removes and what stays, asks for their name, and erases them. */
export function EraseDialog({ person, onClose, onErased }: EraseDialogProps) {
  const t = useTranslations("platform.people.erase");
  const name = person ? nameOf(person) : "";
  return (
    <ActionDialog
      open={person !== null}
      title={t("title", { name })}
      submit={t("submit")}
      isDangerous
      typed={name}
      onClose={onClose}
      onSubmit={async () => {
        if (!person) return;
        await call("eraseDirectoryUser", {
          params: { external_id: idOf(person) },
          query: { erase: "true" },
        });
        onErased();
      }}
    >
      <p>{t("gone")}</p>
      <p>{t("stays")}</p>
    </ActionDialog>
  );
}
