"use client";

import { useTranslations } from "next-intl";
import { call } from "@/lib/api-client/call";
import type { CompanyResponse } from "@/lib/directory/companies/schemas";
import { ActionDialog } from "../action-dialog";

const STATUSES = { suspend: "suspended", activate: "active", close: "closed" } as const;

export interface CompanyStatusDialogProps {
  /** Null while the dialog is closed. */
  change: { kind: keyof typeof STATUSES; company: CompanyResponse } | null;
  onClose: () => void;
  onChanged: () => void;
}

/** Says what a new status of a company stops, and sets it. Closing it asks for its name. */
export function CompanyStatusDialog({ change, onClose, onChanged }: CompanyStatusDialogProps) {
  const t = useTranslations("platform.companies");
  const kind = change?.kind ?? "suspend";
  const name = change?.company.name ?? "";
  return (
    <ActionDialog
      open={change !== null}
      title={t(`${kind}.title`, { name })}
      submit={t(`${kind}.submit`)}
      isDangerous={kind !== "activate"}
      typed={kind === "close" ? name : undefined}
      onClose={onClose}
      onSubmit={async () => {
        if (!change) return;
        await call("putDirectoryCompany", {
          params: { company_id: String(change.company.company_id) },
          body: { status: STATUSES[change.kind] },
        });
        onChanged();
      }}
    >
      <p>{t(`${kind}.what`)}</p>
      <p>{t(`${kind}.next`)}</p>
    </ActionDialog>
  );
}
