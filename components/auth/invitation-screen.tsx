import { useTranslations } from "next-intl";
import { UntrustedName } from "../consent/untrusted-name";
import type { PersonView } from "../people/people-views";
import { Button, LinkButton } from "../ui/button";
import { TextField } from "../ui/field";
import { FocusFrame } from "../ui/focus-frame";
import { Notice } from "../ui/notice";
import { PageHeader } from "../ui/page-header";
import { Panel } from "../ui/panel";
import { Timestamp } from "../ui/timestamp";
import { NameFields, NewPasswordField } from "./account-fields";
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
  const action = `${path}/accept`;
  if (!hasAccount) return <NewPersonForm action={action} email={email} invalid={invalid} />;
  return (
    <Panel>
      {signedInAs === null ? (
        <div className="grid gap-5">
          <p>{t("hasAccount")}</p>
          <div>
            <LinkButton
              href={`/sign-in?${new URLSearchParams({ return_to: path })}`}
              variant="primary"
            >
              {t("signIn")}
            </LinkButton>
          </div>
        </div>
      ) : (
        <form action={action} method="post">
          <Button type="submit" variant="primary" size="large">
            {t("accept")}
          </Button>
        </form>
      )}
    </Panel>
  );
}

interface NewPersonFormProps {
  action: string;
  email: string;
  /** Rejected fields. */
  invalid: ReadonlySet<string>;
}

/** Creates an account for a person who accepts an invitation. */
function NewPersonForm({ action, email, invalid }: NewPersonFormProps) {
  const t = useTranslations("signIn");
  return (
    <Panel title={t("invitation.account")} description={t("invitation.accountWhy")}>
      <form action={action} method="post" className="grid gap-5">
        {invalid.size > 0 ? (
          <Notice tone="error" title={t("fields.nothingCreated")} live>
            <p>{t("fields.fillInAgain")}</p>
          </Notice>
        ) : null}
        <TextField
          label={t("fields.email")}
          hint={t("fields.emailHint")}
          name="email"
          value={email}
          autoComplete="username"
          readOnly
        />
        <NameFields invalid={invalid} />
        <NewPasswordField label={t("fields.password")} invalid={invalid} />
        <div>
          <Button type="submit" variant="primary" size="large">
            {t("invitation.accept")}
          </Button>
        </div>
      </form>
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
