"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { companiesQuery } from "@/lib/api-client/platform-queries";
import type { CompanyResponse } from "@/lib/directory/companies/schemas";
import type { SentOwnerInvitation } from "@/lib/operators/schemas";
import { Button } from "../../ui/button";
import { PageHeader } from "../../ui/page-header";
import { CursorList } from "../cursor-list";
import { InviteOwnerDialog } from "../invite-owner-dialog";
import { ListFilters } from "../list-filters";
import type { ListState } from "../list-state";
import { OwnerInvitedNotice } from "../owner-invited-notice";
import { ReadOnlyNotice } from "../read-only-notice";
import { CompanyStatusDialog } from "./company-status-dialog";
import { CompanyTable } from "./company-table";
import { NewCompanyDialog } from "./new-company-dialog";

/** What an operator can do with a company. */
export type CompanyAction = "invite" | "suspend" | "activate" | "close";

export interface CompaniesScreenProps {
  path: string;
  state: ListState;
  /** False for support, which may only look. */
  mayWrite: boolean;
}

type Question = { kind: "create" } | { kind: CompanyAction; company: CompanyResponse } | null;

const STATUSES = ["active", "suspended", "closed"] as const;

/** The companies of the installation. */
export function CompaniesScreen({ path, state, mayWrite }: CompaniesScreenProps) {
  const t = useTranslations("platform.companies");
  const named = useTranslations("platform.status");
  const { data } = useQuery(companiesQuery(state));
  const queries = useQueryClient();
  const [question, setQuestion] = useState<Question>(null);
  const [invited, setInvited] = useState<SentOwnerInvitation | null>(null);
  const close = () => setQuestion(null);
  const done = (sent: SentOwnerInvitation | null) => {
    close();
    if (sent) setInvited(sent);
    queries.invalidateQueries({ queryKey: ["platform", "companies"] });
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
        <CompanyTable
          companies={data?.items ?? []}
          onAsk={mayWrite ? (kind, company) => setQuestion({ kind, company }) : null}
        />
      </CursorList>
      <NewCompanyDialog open={question?.kind === "create"} onClose={close} onCreated={done} />
      <InviteOwnerDialog
        place={
          asked?.kind === "invite"
            ? { kind: "company", id: String(asked.company.company_id), name: asked.company.name }
            : null
        }
        onClose={close}
        onInvited={done}
      />
      <CompanyStatusDialog
        change={
          asked && asked.kind !== "invite" ? { kind: asked.kind, company: asked.company } : null
        }
        onClose={close}
        onChanged={() => done(null)}
      />
    </>
  );
}
