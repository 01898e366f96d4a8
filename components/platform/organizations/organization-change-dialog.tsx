"use client";

import { useTranslations } from "next-intl";
import { call } from "@/lib/api-client/call";
import type { DirectoryOrganization } from "@/lib/directory/organizations/schemas";
import { ActionDialog } from "../action-dialog";

/** What each change sends. */
const BODIES = {
  verify: { publisher_verified: true },
  unverify: { publisher_verified: false },
  suspend: { status: "suspended" },
  activate: { status: "active" },
} as const;

export interface OrganizationChangeDialogProps {
  /** Null while the dialog is closed. */
  change: { kind: keyof typeof BODIES; organization: DirectoryOrganization } | null;
  onClose: () => void;
  onChanged: () => void;
}

/** Says what a change of an organization means for sellers and its extensions, and makes it. */
export function OrganizationChangeDialog(props: OrganizationChangeDialogProps) {
  const { change, onClose, onChanged } = props;
  const t = useTranslations("platform.organizations");
  const kind = change?.kind ?? "verify";
  return (
    <ActionDialog
      open={change !== null}
      title={t(`${kind}.title`, { name: change?.organization.name ?? "" })}
      submit={t(`${kind}.submit`)}
      isDangerous={kind === "suspend"}
      onClose={onClose}
      onSubmit={async () => {
        if (!change) return;
        await call("putDirectoryOrganization", {
          params: { organization_id: change.organization.organization_id },
          body: BODIES[change.kind],
        });
        onChanged();
      }}
    >
      <p>{t(`${kind}.what`)}</p>
    </ActionDialog>
  );
}
