import { CompanyPage } from "@/components/platform/companies/company-page";
import { perform } from "@/lib/operation/perform";
import { readCompany } from "@/lib/platform/companies/read-company";
import { objectPage } from "../../object-page";

const page = objectPage("company_id", {
  kind: "company",
  permission: readCompany.access.permission,
  toWrite: "directory:write",
  read: (caller, id) =>
    perform(readCompany, { params: readCompany.params.parse({ company_id: id }), caller }),
  nameOf: ({ company }) => company.name,
  Page: CompanyPage,
});

export const { generateMetadata } = page;

/** Everything about one company. */
export default page.render;
