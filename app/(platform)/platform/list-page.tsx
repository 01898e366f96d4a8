import type { ComponentType } from "react";
import type { z } from "zod";
import { titled } from "@/app/page-parts";
import type { ListPageProps } from "@/components/list/list-screen";
import { stateHref } from "@/components/list/list-state";
import { Hydrated } from "@/components/shell/hydrated";
import { listKey } from "@/lib/api/client/platform-queries";
import type { CursorKey, CursorList } from "@/lib/core/http/cursor-page";
import { parseListState } from "@/lib/core/http/parse-list-state";
import type { SearchParams } from "@/lib/core/http/search-params";
import type { PlatformPermission } from "@/lib/core/permissions/platform-permissions";
import { type OperatorCaller, requireOperator } from "@/lib/identity/sessions/current-session";
import type { Access } from "@/lib/operation/access";
import { mayOnPlatform } from "@/lib/operation/access/platform-caller";
import type { Operation } from "@/lib/operation/operation";
import { perform } from "@/lib/operation/perform";
import type { Json } from "@/lib/operation/returns";

type ListOperation = Operation<
  string,
  Access<"platform">,
  { route: `GET /${string}`; query: z.ZodObject },
  Json
>;

interface List<Shown> {
  /** Its segment below `/platform`, and its texts. */
  name: "companies" | "deliveries" | "extensions" | "organizations" | "people" | "scopes";
  /** The list operation and its cursors, such as those of a directory resource. */
  of: { list: ListOperation; cursors: CursorList<CursorKey> };
  /** What someone needs for the actions of its rows. */
  toWrite: PlatformPermission;
  /** Rows on a page, unless its address says how many. */
  limit?: number;
  /** Reads what else the screen shows. */
  readMore?: (caller: OperatorCaller) => Promise<Shown>;
  Screen: ComponentType<ListPageProps & Shown>;
}

/** The page of a list of operators, for those who may see it. */
export function listPage<Shown>({ name, of, toWrite, limit, readMore, Screen }: List<Shown>) {
  const path = `/platform/${name}`;
  const { list, cursors } = of;
  return async (props: { searchParams: Promise<SearchParams> }) => {
    const { state, query } = parseListState(list.query, await props.searchParams, cursors);
    const caller = await requireOperator(list.access.permission, stateHref(path, state));
    const page = limit && !state.limit ? { ...query, limit } : query;
    const [{ body }, more] = await Promise.all([
      perform(list, { query: page, caller }),
      readMore?.(caller),
    ]);
    // A screen that shows more than the list has a read for it.
    const shown = { path, state, mayWrite: mayOnPlatform(caller, toWrite), ...more };
    return (
      <Hydrated namespaces={["platform", "client"]} data={[[listKey(name, state), body]]}>
        <Screen {...(shown as ListPageProps & Shown)} />
      </Hydrated>
    );
  };
}

/** The title of a list's page. */
export const listTitle = (name: List<object>["name"]) => titled(`platform.${name}.title`);
