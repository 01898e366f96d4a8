"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { scopesQuery } from "@/lib/api-client/platform-queries";
import type { DirectoryScope } from "@/lib/directory/scopes/schemas";
import { Button } from "../../ui/button";
import { PageHeader } from "../../ui/page-header";
import { CursorList } from "../cursor-list";
import { ListFilters } from "../list-filters";
import type { ListState } from "../list-state";
import { ReadOnlyNotice } from "../read-only-notice";
import { ScopeDialog } from "./scope-dialog";
import { ScopeTable } from "./scope-table";

export interface ScopesScreenProps {
  path: string;
  state: ListState;
  /** Languages of pages other than English, whose texts can be edited. */
  languages: readonly string[];
  /** False for support, which may only look. */
  mayWrite: boolean;
}

/** The catalogue of scopes. */
export function ScopesScreen({ path, state, languages, mayWrite }: ScopesScreenProps) {
  const t = useTranslations("platform.scopes");
  const { data } = useQuery(scopesQuery(state));
  const queries = useQueryClient();
  const [edited, setEdited] = useState<DirectoryScope | "new" | null>(null);
  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("description")}
        actions={
          mayWrite ? (
            <Button variant="primary" onClick={() => setEdited("new")}>
              {t("create")}
            </Button>
          ) : null
        }
      />
      {mayWrite ? null : <ReadOnlyNotice />}
      <CursorList
        path={path}
        state={state}
        count={data?.items.length ?? 0}
        page={data?.page}
        empty={{ title: t("empty"), next: t("emptyNext") }}
        filters={<ListFilters path={path} state={state} searchLabel={t("search")} />}
      >
        <ScopeTable scopes={data?.items ?? []} onEdit={mayWrite ? setEdited : null} />
      </CursorList>
      <ScopeDialog
        key={edited === null || edited === "new" ? edited : edited.name}
        edited={edited}
        languages={languages}
        onClose={() => setEdited(null)}
        onStored={() => {
          setEdited(null);
          queries.invalidateQueries({ queryKey: ["platform", "scopes"] });
        }}
      />
    </>
  );
}
