import { headers } from "next/headers";
import { getTranslations } from "next-intl/server";
import { invalidFields, type PageProps, titled } from "@/app/page-parts";
import { NewPasswordField, UsernameHint } from "@/components/auth/account-fields";
import { DeadLink } from "@/components/auth/dead-link";
import { FocusFrame } from "@/components/ui/focus-frame";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { PlainForm } from "@/components/ui/plain-form";
import { readRequestInfo } from "@/lib/core/http/request-info";
import { openRecovery } from "@/lib/identity/account/recovery/open-recovery";
import { orTooMany } from "@/lib/identity/sessions/link";

// The address contains the token, which must be in no referrer. "no-referrer" would also remove the Origin header from
// the form, which would then be rejected.
export const generateMetadata = titled("signIn.recover.title", { referrer: "strict-origin" });

/** Sets a new password, for anyone with a link from the mail or the shell. Works without JavaScript. */
export default async function RecoverPage(props: PageProps<"token">) {
  const { token } = await props.params;
  const { ipAddress } = readRequestInfo(await headers());
  const person = await orTooMany(openRecovery(token, ipAddress));
  if (person === "too_many_attempts") return <DeadLink reason={person} />;
  if (!person) return <DeadLink reason="recover" />;
  const { email, isMailed, removesSecondFactor } = person;
  const t = await getTranslations("signIn");
  return (
    <FocusFrame>
      <PageHeader
        title={t("recover.title")}
        description={
          <>
            {t.rich("recover.description", {
              email: () => <bdi className="text-ink">{email}</bdi>,
            })}{" "}
            {t("recover.factor", { removed: removesSecondFactor ? "yes" : "no" })}
          </>
        }
      />
      <Panel>
        <PlainForm
          action={`/recover/${token}/password`}
          submit={t("recover.submit")}
          variant="primary"
          size="large"
        >
          <UsernameHint email={email} />
          <NewPasswordField label={t("fields.newPassword")} invalid={await invalidFields(props)} />
        </PlainForm>
      </Panel>
      <p className="text-muted text-sm">{t("recover.link", { mailed: isMailed ? "yes" : "no" })}</p>
    </FocusFrame>
  );
}
