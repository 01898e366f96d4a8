import { useTranslations } from "next-intl";
import { SwitchAccountForm } from "../consent/switch-account-form";
import { UntrustedName } from "../consent/untrusted-name";
import { Button } from "../ui/button";
import { FocusFrame } from "../ui/focus-frame";
import { LinkButton } from "../ui/link-button";
import { Notice } from "../ui/notice";
import { PageHeader } from "../ui/page-header";
import { Panel } from "../ui/panel";
import { Timestamp } from "../ui/timestamp";
import type { EndedInvitation, OpenInvitation } from "./invitation-views";
import { NewPersonForm } from "./new-person-form";

export interface InvitationScreenProps {
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
  const { kind, placeName, inviterName, role, email, expiresAt } = props.invitation;
  const t = useTranslations("signIn.invitation");
  const mayDo = useTranslations(kind === "company" ? "people.roles" : "members.roles");
  const messageValues = {
    role,
    email: () => <bdi className="text-ink">{email}</bdi>,
    inviter: () => <UntrustedName name={inviterName ?? ""} />,
    place: () => <UntrustedName name={placeName} />,
  };
  return (
    <FocusFrame>
      <PageHeader
        title={t.rich("title", { place: () => <UntrustedName name={placeName} /> })}
        description={
          <>
            {t.rich(inviterName === null ? "byPlace" : "byPerson", messageValues)} {mayDo(role)}
          </>
        }
      />
      <Answer {...props} />
      <p className="text-muted text-sm">
        {t.rich("until", { time: () => <Timestamp value={expiresAt} /> })}
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

/** Why an invitation cannot be accepted. */
export function EndedInvitationScreen({ state, placeName }: EndedInvitation) {
  const t = useTranslations("signIn.invitation");
  return (
    <FocusFrame>
      <PageHeader
        title={
          placeName
            ? t.rich("endedTo", { place: () => <UntrustedName name={placeName} /> })
            : t("pageTitle")
        }
      />
      <Notice tone="warning" title={t(`ended.${state}.title`)}>
        <p>
          {t.rich(`ended.${state}.next`, {
            home: (words) => (
              <a className="inline-link" href="/">
                {words}
              </a>
            ),
          })}
        </p>
      </Notice>
    </FocusFrame>
  );
}
