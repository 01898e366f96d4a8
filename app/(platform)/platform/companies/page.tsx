import { CompaniesScreen } from "@/components/platform/companies/companies-screen";
import { companiesQuery } from "@/lib/api/client/platform-queries";
import { perform } from "@/lib/operation/perform";
import { companies } from "@/lib/platform/companies/companies";
import { listPage, listTitle } from "../list-page";

export const generateMetadata = listTitle("companies");

/** The companies of the installation. */
export default listPage({
  name: "companies",
  operation: companies.list,
  cursors: companies.cursors,
  toWrite: "directory:write",
  read: async (caller, query) => ({
    ...(await perform(companies.list, { query, caller })),
    shown: {},
  }),
  keyOf: companiesQuery,
  Screen: CompaniesScreen,
});
