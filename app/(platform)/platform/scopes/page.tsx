import { ScopesScreen } from "@/components/platform/scopes/scopes-screen";
import { SCOPES_ON_A_PAGE } from "@/lib/api/client/platform-queries";
import { locales } from "@/lib/core/i18n/locales";
import { perform } from "@/lib/operation/perform";
import { countScopeUsers, scopes } from "@/lib/platform/scopes/scopes";
import { listPage, listTitle } from "../list-page";

export const generateMetadata = listTitle("scopes");

/** The catalogue of scopes. */
export default listPage({
  name: "scopes",
  of: scopes,
  toWrite: "scopes:write",
  limit: SCOPES_ON_A_PAGE,
  readMore: async (caller) => ({
    users: await perform(countScopeUsers, { caller }),
    languages: locales.filter((locale) => locale !== "en"),
  }),
  Screen: ScopesScreen,
});
