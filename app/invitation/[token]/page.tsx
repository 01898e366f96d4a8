import { headers } from "next/headers";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { invalidFields, type PageProps, titled } from "@/app/page-parts";
import { NewAccountFields } from "@/components/auth/account-fields";
import { DeadLink } from "@/components/auth/dead-link";
import { SwitchAccountForm } from "@/components/auth/sign-out-form";
import { UntrustedName } from "@/components/consent/untrusted-name";
import { LinkButton } from "@/components/ui/button";
import { FocusFrame } from "@/components/ui/focus-frame";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { PlainForm } from "@/components/ui/plain-form";
import { Timestamp } from "@/components/ui/timestamp";
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

/** An invitation, for anyone with its link. Opening the page accepts nothing. Works without JavaScript. */
export default async function InvitationPage(props: PageProps<"token">) {
  const { token } = await props.params;
  const { ipAddress } = readRequestInfo(await headers());
  const invitation = await orTooMany(openInvitation(token, ipAddress));
  if (invitation === "too_many_attempts") return <DeadLink reason={invitation} />;
  if (invitation.state === "unknown") return <DeadLink reason="unknown" />;
  if (invitation.state !== "open")
    return <DeadLink reason={invitation.state} tenantName={invitation.to.name} />;
  const { to, inviterName, role, email, expiresAt, userId } = invitation;
  const session = await currentSession();
  const t = await getTranslations("signIn.invitation");
  const mayDo = await getTranslations("people.roles");
  const messageValues = {
    role,
    email: () => <bdi className="text-ink">{email}</bdi>,
    inviter: () => <UntrustedName name={inviterName ?? ""} />,
    tenant: () => <UntrustedName name={to.name} />,
  };
  return (
    <FocusFrame>
      <PageHeader
        title={t.rich("title", { tenant: () => <UntrustedName name={to.name} /> })}
        description={
          <>
            {t.rich(inviterName === null ? "byTenant" : "byPerson", messageValues)}{" "}
            {mayDo(role, { kind: to.kind })}
          </>
        }
      />
      <Answer
        email={email}
        hasAccount={userId !== null}
        path={`/invitation/${token}`}
        signedInAs={
          session && { account: accountLabel(session), isInvited: session.userId === userId }
        }
        invalid={await invalidFields(props)}
      />
      <p className="text-muted text-sm">
        {t.rich("until", { time: () => <Timestamp value={expiresAt} exact="minute" /> })}
      </p>
    </FocusFrame>
  );
}

interface AnswerProps {
  email: string;
  hasAccount: boolean;
  path: string;
  /** How the signed-in person recognizes their account, and whether it is the invited one; null if no one is. */
  signedInAs: { account: string; isInvited: boolean } | null;
  /** Rejected fields; their values are not kept. */
  invalid: ReadonlySet<string>;
}

function Answer({ email, hasAccount, path, signedInAs, invalid }: AnswerProps) {
  const t = useTranslations("signIn.invitation");
  const accept = {
    action: `${path}/accept`,
    submit: t("accept"),
    variant: "primary",
    size: "large",
  } as const;
  if (signedInAs && !signedInAs.isInvited) {
    const messageValues = {
      current: () => <bdi>{signedInAs.account}</bdi>,
      email: () => <bdi>{email}</bdi>,
    };
    return (
      <Notice tone="warning" title={t("someoneElse")}>
        <p>{t.rich("someoneElseNext", messageValues)}</p>
        <SwitchAccountForm returnTo={path} />
      </Notice>
    );
  }
  if (!hasAccount) {
    return (
      <Panel title={t("account")} description={t("accountWhy")}>
        <PlainForm {...accept}>
          <NewAccountFields invalid={invalid} email={email} />
        </PlainForm>
      </Panel>
    );
  }
  if (signedInAs) {
    return (
      <Panel>
        <PlainForm {...accept} />
      </Panel>
    );
  }
  const signInHref = `/sign-in?${new URLSearchParams({ return_to: path })}`;
  return (
    <Panel>
      <div className="grid gap-5">
        <p>{t("hasAccount")}</p>
        <LinkButton href={signInHref} variant="primary">
          {t("signIn")}
        </LinkButton>
      </div>
    </Panel>
  );
}
