import { getLocale, getTranslations } from "next-intl/server";
import { titled } from "@/app/page-parts";
import type { ConsentRequestView } from "@/components/consent/consent-screen";
import { ConsentScreen } from "@/components/consent/consent-screen";
import { BrandScreen } from "@/components/platform/brand/brand-screen";
import { ReadOnlyNotice } from "@/components/platform/read-only-notice";
import { Hydrated } from "@/components/shell/hydrated";
import { PageHeader } from "@/components/ui/page-header";
import { requireOperator } from "@/lib/identity/sessions/current-session";
import { mayOnPlatform } from "@/lib/operation/access/platform-caller";
import { perform } from "@/lib/operation/perform";
import { getBrand, putBrand } from "@/lib/platform/brand/brand";
import { listKnownScopes } from "@/lib/protocol/scopes/describe-scopes";

/** A made-up request for the preview. Nobody can answer it. */
const EXAMPLE: ConsentRequestView = {
  action: "",
  csrfToken: "",
  clientId: "example",
  clientName: "Shipfast",
  description: "",
  logoUri: null,
  publisherName: "Shipfast Labs",
  publisherVerified: true,
  contacts: { policyUri: null, tosUri: null, supportEmail: null },
  grantorName: "Acme Retail",
  companyId: 42,
  person: { name: "Asha Rao", email: "asha@acme.example" },
  restartHref: "",
  destinationHost: "shipfast.example",
  onlineSeconds: 21_600,
  changes: { added: [], unchanged: [], givenUp: [] },
  use: [],
  useDays: 30,
  isChange: false,
};
const SHOWN_SCOPES = 4;
const isOfCompanies = ({ name }: { name: string }) => name.startsWith("company/");

export const generateMetadata = titled("brand.title");

/** The name, logo, colour and links of this installation. */
export default async function BrandPage() {
  const caller = await requireOperator(getBrand.access.permission, "/platform/brand");
  const mayWrite = mayOnPlatform(caller, putBrand.access.permission);
  const [{ body }, t, scopes] = await Promise.all([
    perform(getBrand, { caller }),
    getTranslations("brand"),
    listKnownScopes(await getLocale()),
  ]);
  return (
    <>
      <PageHeader title={t("title")} description={t("description")} />
      {mayWrite ? null : <ReadOnlyNotice />}
      <Hydrated namespaces={["brand", "client", "clientForm", "logo"]}>
        <BrandScreen
          brand={body}
          mayWrite={mayWrite}
          preview={
            <ConsentScreen
              request={{
                ...EXAMPLE,
                changes: {
                  ...EXAMPLE.changes,
                  added: scopes.filter(isOfCompanies).slice(0, SHOWN_SCOPES),
                },
              }}
            />
          }
        />
      </Hydrated>
    </>
  );
}
