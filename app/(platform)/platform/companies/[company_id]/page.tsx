import { CompanyPage } from "@/components/platform/companies/company-page";
import { readCompany } from "@/lib/platform/companies/read-company";
import { objectPage } from "../../object-page";

const page = objectPage("company_id", {
  kind: "company",
  operation: readCompany,
  toWrite: "directory:write",
  nameOf: ({ company }) => company.name,
  Page: CompanyPage,
});

export const { generateMetadata } = page;

/** Everything about one company. */
export default page.render;
