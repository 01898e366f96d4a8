import { headers } from "next/headers";
import { forbidden } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { type PageProps, titled } from "@/app/page-parts";
import { NewClient } from "@/components/clients/new-client";
import { Hydrated } from "@/components/shell/hydrated";
import { PageHeader } from "@/components/ui/page-header";
import { mayOpen } from "@/lib/audit/record-denied-access";
import { createClient } from "@/lib/clients/write-clients";
import { env } from "@/lib/core/env/env";
import { readRequestInfo } from "@/lib/core/http/request-info";
import { requireOrganizationMember } from "@/lib/identity/sessions/current-session";
import { sandboxCallback } from "@/lib/protocol/authorize/match-redirect-uri";
import { listKnownScopes, type ScopeDescription } from "@/lib/protocol/scopes/describe-scopes";

export const generateMetadata = titled("clients.newClient");

/** The scope to begin with, or another one of the same kind that only views and that nobody has to approve. */
function startWith(catalogue: readonly ScopeDescription[], preferred: string) {
  const [kind = ""] = preferred.split("/");
  const harmless = catalogue.filter(
    ({ name, access, customerData, restricted, deprecated }) =>
      name.startsWith(`${kind}/`) &&
      access === "view" &&
      !(customerData || restricted || deprecated),
  );
  const scope = harmless.find(({ name }) => name === preferred) ?? harmless[0];
  return { scopes: scope ? [scope.name] : [], sentence: scope?.sentence ?? "" };
}

/** Registers a client of the organization. */
export default async function NewClientPage(props: PageProps<"organization_id">) {
  const { organization_id: organizationId } = await props.params;
  const listPath = `/organization/${organizationId}/clients`;
  const { caller } = await requireOrganizationMember(organizationId, `${listPath}/new`);
  const info = readRequestInfo(await headers());
  if (!(await mayOpen(caller, createClient, info))) forbidden();
  const t = await getTranslations("clients");
  const catalogue = await listKnownScopes(await getLocale());
  return (
    <>
      <PageHeader title={t("newClient")} parents={[{ label: t("list"), href: listPath }]} />
      <Hydrated namespaces={["clientForm", "clientWords", "client"]}>
        <NewClient
          organizationId={organizationId}
          listPath={listPath}
          clusterUrl={env().clusterUrl}
          sandboxCallback={sandboxCallback()}
          starting={{
            extension: startWith(catalogue, "company/products/read"),
            script: startWith(catalogue, "organization/clients/read"),
          }}
        />
      </Hydrated>
    </>
  );
}
