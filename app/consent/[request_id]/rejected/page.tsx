import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { homeLink } from "@/components/consent/home-link";
import { RejectedScreen } from "@/components/consent/rejected-screen";
import { openConsent } from "@/lib/consent/open-consent";
import { requireSession } from "@/lib/identity/sessions/current-session";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("consent.rejected");
  return { title: t("title") };
}

/** Shown after a rejection: redirect_uri is not called (platform spec 4.3, rule 3). */
export default async function RejectedPage(props: { params: Promise<{ request_id: string }> }) {
  const { request_id: requestId } = await props.params;
  const session = await requireSession(`/consent/${requestId}`);
  const view = await openConsent(requestId, session);
  if (view.kind !== "denied") redirect(`/consent/${requestId}`);
  return (
    <RejectedScreen
      clientName={view.clientName}
      grantorName={view.grantorName}
      keepsEarlierGrant={view.isChange}
      home={homeLink(view.companyId)}
    />
  );
}
