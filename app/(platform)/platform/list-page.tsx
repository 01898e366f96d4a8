import type { ComponentType } from "react";
import type { z } from "zod";
import { titled } from "@/app/page-parts";
import type { ListPageProps } from "@/components/list/list-screen";
import { type ListState, stateHref } from "@/components/list/list-state";
import { Hydrated } from "@/components/shell/hydrated";
import type { CursorKey, CursorList } from "@/lib/core/http/cursor-page";
import { parseListState } from "@/lib/core/http/parse-list-state";
import type { SearchParams } from "@/lib/core/http/search-params";
import type { PlatformPermission } from "@/lib/core/permissions/platform-permissions";
import { type OperatorCaller, requireOperator } from "@/lib/identity/sessions/require-operator";
import { mayOnPlatform } from "@/lib/operation/access/platform-caller";

interface List<Query extends z.ZodObject, Shown> {
  /** Its segment below `/platform`, and its texts. */
  name: "companies" | "deliveries" | "extensions" | "organizations" | "people" | "scopes";
  operation: { query: Query; access: { permission: PlatformPermission } };
  cursors: CursorList<CursorKey>;
  /** What someone needs for the actions of its rows. */
  toWrite: PlatformPermission;
  /** Reads a page, and what else the screen shows. */
  read: (
    caller: OperatorCaller,
    query: z.output<Query>,
    state: ListState,
  ) => Promise<{ body: unknown; shown: Shown }>;
  /** The key under which the browser finds what was read. */
  keyOf: (state: ListState) => { queryKey: readonly unknown[] };
  Screen: ComponentType<ListPageProps & Shown>;
}

/** The page of a list of operators, for those who may see it. */
export function listPage<Query extends z.ZodObject, Shown>(list: List<Query, Shown>) {
  const { name, operation, cursors, toWrite, read, keyOf, Screen } = list;
  const path = `/platform/${name}`;
  return async (props: { searchParams: Promise<SearchParams> }) => {
    const { state, query } = parseListState(operation.query, await props.searchParams, cursors);
    const caller = await requireOperator(operation.access.permission, stateHref(path, state));
    const { body, shown } = await read(caller, query, state);
    return (
      <Hydrated namespaces={["platform", "client"]} data={[[keyOf(state).queryKey, body]]}>
        <Screen path={path} state={state} mayWrite={mayOnPlatform(caller, toWrite)} {...shown} />
      </Hydrated>
    );
  };
}

/** The title of a list's page. */
export const listTitle = (name: List<z.ZodObject, object>["name"]) =>
  titled(`platform.${name}.title`);
