import type { Metadata } from "next";
import { headers } from "next/headers";
import { getTranslations } from "next-intl/server";
import { EndedInvitationScreen, InvitationScreen } from "@/components/auth/invitation-screen";
import { TooManyLinks } from "@/components/auth/too-many-links";
import { currentSession } from "@/lib/auth/current-session";
import { orTooMany } from "@/lib/auth/or-too-many";
import { readRequestInfo } from "@/lib/kernel/http/request-info";
import { firstValue, type SearchParams } from "@/lib/kernel/http/search-params";
import { openInvitation } from "@/lib/organizations/invitations/open-invitation";

// The address contains the token, so it must not be sent to other sites. "no-referrer" would also remove the Origin
// header from the form, which would then be rejected.
export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("signIn.invitation");
  return { title: t("pageTitle"), referrer: "same-origin" };
}

/** An invitation, for anyone with its link. Opening the page accepts nothing. */
export default async function InvitationPage(props: {
  params: Promise<{ token: string }>;
  searchParams: Promise<SearchParams>;
}) {
  const { token } = await props.params;
  const { ipAddress } = readRequestInfo(await headers());
  const invitation = await orTooMany(openInvitation(token, ipAddress));
  if (invitation === "too_many_attempts") return <TooManyLinks />;
  if (invitation.kind !== "open") {
    const named = "organizationName" in invitation ? invitation.organizationName : null;
    return <EndedInvitationScreen kind={invitation.kind} organizationName={named} />;
  }
  const session = await currentSession();
  const invalid = firstValue(await props.searchParams, "invalid")
    .split(",")
    .filter(Boolean);
  return (
    <InvitationScreen
      invitation={{ ...invitation, hasAccount: invitation.userId !== null }}
      path={`/invitation/${token}`}
      signedInAs={session?.email ?? null}
      invalid={new Set(invalid)}
    />
  );
}
