import { useTranslations } from "next-intl";
import { UntrustedName } from "../consent/untrusted-name";
import type { PersonView } from "../people/people-views";
import { LinkButton } from "../ui/button";
import { FocusFrame } from "../ui/focus-frame";
import { Notice } from "../ui/notice";
import { PageHeader } from "../ui/page-header";
import { Panel } from "../ui/panel";
import { PlainForm } from "../ui/plain-form";
import { Timestamp } from "../ui/timestamp";
import { NewAccountFields } from "./account-fields";
import { SwitchAccountForm } from "./sign-out-form";

interface InvitationScreenProps {
  invitation: OpenInvitation;
  /** Path of this page; its last segment is the token that authorizes. */
  path: string;
  /** How the signed-in person recognizes their account, and whether it is the invited one; null if no one is. */
  signedInAs: { account: string; isInvited: boolean } | null;
  /** Rejected fields; their values are not kept. */
  invalid: ReadonlySet<string>;
}

/** Asks whether to join an organization or company. Works without JavaScript. */
export function InvitationScreen(props: InvitationScreenProps) {
  const { kind, tenantName, inviterName, role, email, expiresAt } = props.invitation;
  const t = useTranslations("signIn.invitation");
  const mayDo = useTranslations("people.roles");
  const messageValues = {
    role,
    email: () => <bdi className="text-ink">{email}</bdi>,
    inviter: () => <UntrustedName name={inviterName ?? ""} />,
    tenant: () => <UntrustedName name={tenantName} />,
  };
  return (
    <FocusFrame>
      <PageHeader
        title={t.rich("title", { tenant: () => <UntrustedName name={tenantName} /> })}
        description={
          <>
            {t.rich(inviterName === null ? "byTenant" : "byPerson", messageValues)}{" "}
            {mayDo(role, { kind })}
          </>
        }
      />
      <Answer {...props} />
      <p className="text-muted text-sm">
        {t.rich("until", { time: () => <Timestamp value={expiresAt} exact="minute" /> })}
      </p>
    </FocusFrame>
  );
}

function Answer({ invitation, path, signedInAs, invalid }: InvitationScreenProps) {
  const { email, hasAccount } = invitation;
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

/** An invitation that can be accepted. */
interface OpenInvitation {
  /** What the person is invited to join. */
  kind: "organization" | "company";
  tenantName: string;
  /** Null if no person sent it. */
  inviterName: string | null;
  /** Who is invited. */
  email: string;
  role: PersonView["role"];
  expiresAt: Date;
  /** Whether the email address has an account here. */
  hasAccount: boolean;
}
