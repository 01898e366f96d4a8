import { ScopesScreen } from "@/components/platform/scopes/scopes-screen";
import { SCOPES_ON_A_PAGE, scopesQuery } from "@/lib/api/client/platform-queries";
import { locales } from "@/lib/core/i18n/locales";
import { perform } from "@/lib/operation/perform";
import { countScopeUsers, scopes } from "@/lib/platform/scopes/scopes";
import { listPage, listTitle } from "../list-page";

export const generateMetadata = listTitle("scopes");

/** The catalogue of scopes. */
export default listPage({
  name: "scopes",
  operation: scopes.list,
  cursors: scopes.cursors,
  toWrite: "scopes:write",
  read: async (caller, query, state) => {
    const limit = state.limit ? query.limit : SCOPES_ON_A_PAGE;
    const [{ body }, users] = await Promise.all([
      perform(scopes.list, { query: { ...query, limit }, caller }),
      perform(countScopeUsers, { caller }),
    ]);
    return { body, shown: { users, languages: locales.filter((locale) => locale !== "en") } };
  },
  keyOf: scopesQuery,
  Screen: ScopesScreen,
});
