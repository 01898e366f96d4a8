"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { peopleQuery } from "@/lib/api-client/platform-queries";
import type { UserResponse } from "@/lib/directory/users/schemas";
import { PageHeader } from "../../ui/page-header";
import { CursorList } from "../cursor-list";
import { ListFilters } from "../list-filters";
import type { ListState } from "../list-state";
import { ReadOnlyNotice } from "../read-only-notice";
import { EraseDialog } from "./erase-dialog";
import { MembershipsDialog } from "./memberships-dialog";
import { PersonStatusDialog } from "./person-status-dialog";
import { PersonTable } from "./person-table";

/** What can be asked about a person. */
export type PersonAction = "memberships" | "deactivate" | "activate" | "erase";

export interface PeopleScreenProps {
  path: string;
  state: ListState;
  /** False for support, which may only look. */
  mayWrite: boolean;
}

const STATUSES = ["active", "deactivated"] as const;

/** The people of the installation. */
export function PeopleScreen({ path, state, mayWrite }: PeopleScreenProps) {
  const t = useTranslations("platform.people");
  const named = useTranslations("platform.status");
  const { data } = useQuery(peopleQuery(state));
  const queries = useQueryClient();
  const [asked, setAsked] = useState<{ kind: PersonAction; person: UserResponse } | null>(null);
  const close = () => setAsked(null);
  const done = () => {
    close();
    queries.invalidateQueries({ queryKey: ["platform", "people"] });
  };
  const personOf = (...kinds: PersonAction[]) =>
    asked && kinds.includes(asked.kind) ? asked.person : null;
  return (
    <>
      <PageHeader title={t("title")} description={t("description")} />
      {mayWrite ? null : <ReadOnlyNotice />}
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
        <PersonTable
          people={data?.items ?? []}
          mayWrite={mayWrite}
          onAsk={(kind, person) => setAsked({ kind, person })}
        />
      </CursorList>
      <MembershipsDialog person={personOf("memberships")} onClose={close} />
      <PersonStatusDialog
        person={personOf("deactivate", "activate")}
        onClose={close}
        onChanged={done}
      />
      <EraseDialog person={personOf("erase")} onClose={close} onErased={done} />
    </>
  );
}
