"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { organizationsQuery } from "@/lib/api-client/platform-queries";
import type { DirectoryOrganization } from "@/lib/directory/organizations/schemas";
import type { SentOwnerInvitation } from "@/lib/operators/schemas";
import { Button } from "../../ui/button";
import { PageHeader } from "../../ui/page-header";
import { CursorList } from "../cursor-list";
import { InviteOwnerDialog } from "../invite-owner-dialog";
import { ListFilters } from "../list-filters";
import type { ListState } from "../list-state";
import { OwnerInvitedNotice } from "../owner-invited-notice";
import { ReadOnlyNotice } from "../read-only-notice";
import { NewOrganizationDialog } from "./new-organization-dialog";
import { OrganizationChangeDialog } from "./organization-change-dialog";
import { OrganizationTable } from "./organization-table";

/** What an operator can do with an organization. */
export type OrganizationAction = "invite" | "verify" | "unverify" | "suspend" | "activate";

export interface OrganizationsScreenProps {
  path: string;
  state: ListState;
  /** False for support, which may only look. */
  mayWrite: boolean;
}

type Question =
  | { kind: "create" }
  | { kind: OrganizationAction; organization: DirectoryOrganization }
  | null;

const STATUSES = ["active", "suspended"] as const;

/** The organizations that publish extensions. */
export function OrganizationsScreen({ path, state, mayWrite }: OrganizationsScreenProps) {
  const t = useTranslations("platform.organizations");
  const named = useTranslations("platform.status");
  const { data } = useQuery(organizationsQuery(state));
  const queries = useQueryClient();
  const [question, setQuestion] = useState<Question>(null);
  const [invited, setInvited] = useState<SentOwnerInvitation | null>(null);
  const close = () => setQuestion(null);
  const refresh = () => queries.invalidateQueries({ queryKey: ["platform", "organizations"] });
  const done = (sent: SentOwnerInvitation | null) => {
    close();
    if (sent) setInvited(sent);
    refresh();
  };
  const asked = question && question.kind !== "create" ? question : null;
  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("description")}
        actions={
          mayWrite ? (
            <Button variant="primary" onClick={() => setQuestion({ kind: "create" })}>
              {t("create.open")}
            </Button>
          ) : null
        }
      />
      {mayWrite ? null : <ReadOnlyNotice />}
      {invited ? <OwnerInvitedNotice sent={invited} onDone={() => setInvited(null)} /> : null}
      <CursorList
        path={path}
        state={state}
        count={data?.items.length ?? 0}
        page={data?.page}
        empty={{ title: t("empty"), next: t("emptyNext") }}
        filters={
          <ListFilters
            path={path}
            state={state}
            searchLabel={t("search")}
            choices={[
              {
                name: "status",
                label: t("table.status"),
                everything: t("everyStatus"),
                options: STATUSES.map((value) => ({ value, label: named(value) })),
              },
            ]}
          />
        }
      >
        <OrganizationTable
          organizations={data?.items ?? []}
          onAsk={mayWrite ? (kind, organization) => setQuestion({ kind, organization }) : null}
        />
      </CursorList>
      <NewOrganizationDialog
        open={question?.kind === "create"}
        onClose={close}
        onStored={refresh}
        onCreated={done}
      />
      <InviteOwnerDialog
        place={
          asked?.kind === "invite"
            ? {
                kind: "organization",
                id: asked.organization.organization_id,
                name: asked.organization.name,
              }
            : null
        }
        onClose={close}
        onInvited={done}
      />
      <OrganizationChangeDialog
        change={
          asked && asked.kind !== "invite"
            ? { kind: asked.kind, organization: asked.organization }
            : null
        }
        onClose={close}
        onChanged={() => done(null)}
      />
    </>
  );
}
