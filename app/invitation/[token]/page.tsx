import { headers } from "next/headers";
import { invalidFields, type PageProps, titled } from "@/app/page-parts";
import { DeadLink } from "@/components/auth/dead-link";
import { InvitationScreen } from "@/components/auth/invitation-screen";
import { accountLabel } from "@/lib/core/full-name";
import { readRequestInfo } from "@/lib/core/http/request-info";
import { currentSession } from "@/lib/identity/sessions/current-session";
import { orTooMany } from "@/lib/identity/sessions/link";
import { openInvitation } from "@/lib/tenants/joining/open-invitation";

// The address contains the token, which must be in no referrer. "no-referrer" would also remove the Origin header from
// the form, which would then be rejected.
export const generateMetadata = titled("signIn.invitation.pageTitle", {
  referrer: "strict-origin",
});

/** An invitation, for anyone with its link. Opening the page accepts nothing. */
export default async function InvitationPage(props: PageProps<"token">) {
  const { token } = await props.params;
  const { ipAddress } = readRequestInfo(await headers());
  const invitation = await orTooMany(openInvitation(token, ipAddress));
  if (invitation === "too_many_attempts") return <DeadLink reason={invitation} />;
  if (invitation.state === "unknown") return <DeadLink reason="unknown" />;
  if (invitation.state !== "open")
    return <DeadLink reason={invitation.state} tenantName={invitation.to.name} />;
  const { to, userId } = invitation;
  const session = await currentSession();
  return (
    <InvitationScreen
      invitation={{
        ...invitation,
        kind: to.kind,
        tenantName: to.name,
        hasAccount: userId !== null,
      }}
      path={`/invitation/${token}`}
      signedInAs={
        session && { account: accountLabel(session), isInvited: session.userId === userId }
      }
      invalid={await invalidFields(props)}
    />
  );
}
