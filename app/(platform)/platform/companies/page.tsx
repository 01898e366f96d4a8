import { CompaniesScreen } from "@/components/platform/companies/companies-screen";
import { companies } from "@/lib/platform/companies/companies";
import { listPage, listTitle } from "../list-page";

export const generateMetadata = listTitle("companies");

/** The companies of the installation. */
export default listPage({
  name: "companies",
  of: companies,
  toWrite: "directory:write",
  Screen: CompaniesScreen,
});
