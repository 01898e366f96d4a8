import type { Metadata } from "next";
import { cache } from "react";
import { CompanyPage } from "@/components/platform/companies/company-page";
import { ClientMessages } from "@/components/shell/client-messages";
import { perform } from "@/lib/operation/perform";
import { readCompany } from "@/lib/platform/companies/read-company";
import { openObject } from "../../open-object";

interface Address {
  params: Promise<{ company_id: string }>;
}

const open = cache((id: string) =>
  openObject({
    path: `/platform/companies/${id}`,
    permission: readCompany.access.permission,
    toWrite: "directory:write",
    target: `company:${id}`,
    read: (caller) =>
      perform(readCompany, { params: readCompany.params.parse({ company_id: id }), caller }),
  }),
);

export async function generateMetadata(props: Address): Promise<Metadata> {
  const { object } = await open((await props.params).company_id);
  return { title: object.company.name };
}

/** Everything about one company. */
export default async function CompanyObjectPage(props: Address) {
  return (
    <ClientMessages namespaces={["platform", "client"]}>
      <CompanyPage {...(await open((await props.params).company_id))} />
    </ClientMessages>
  );
}
