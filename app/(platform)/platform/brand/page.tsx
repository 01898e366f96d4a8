import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { BrandScreen } from "@/components/platform/brand/brand-screen";
import { ClientMessages } from "@/components/shell/client-messages";
import { PageHeader } from "@/components/ui/page-header";
import { requireOperator } from "@/lib/identity/sessions/require-operator";
import { mayOnPlatform } from "@/lib/operation/access/platform-caller";
import { perform } from "@/lib/operation/perform";
import { getBrand, putBrand } from "@/lib/platform/brand/brand";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("brand");
  return { title: t("title") };
}

/** The name, logo, colour and links of this installation. */
export default async function BrandPage() {
  const caller = await requireOperator(getBrand.access.permission, "/platform/brand");
  const [{ body }, t] = await Promise.all([
    perform(getBrand, { caller }),
    getTranslations("brand"),
  ]);
  return (
    <>
      <PageHeader title={t("title")} description={t("description")} />
      <ClientMessages namespaces={["brand", "client", "clientForm", "logo"]}>
        <BrandScreen brand={body} mayWrite={mayOnPlatform(caller, putBrand.access.permission)} />
      </ClientMessages>
    </>
  );
}
