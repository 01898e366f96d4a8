import { headers } from "next/headers";
import { getTranslations } from "next-intl/server";
import { invalidFields, type PageProps, titled } from "@/app/page-parts";
import { NewAccountFields } from "@/components/auth/account-fields";
import { DeadLink } from "@/components/auth/dead-link";
import { TextField } from "@/components/ui/field";
import { FocusFrame } from "@/components/ui/focus-frame";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { PlainForm } from "@/components/ui/plain-form";
import { readRequestInfo } from "@/lib/core/http/request-info";
import { orTooMany } from "@/lib/identity/sessions/link";
import { isSetupOpen } from "@/lib/identity/setup/create-operator";

// The address contains the token, which must be in no referrer. "no-referrer" would also remove the Origin header from
// the form, which would then be rejected.
export const generateMetadata = titled("signIn.setup.pageTitle", { referrer: "strict-origin" });

/**
 * Creates the first operator, and an organization if they want one, for anyone with the link that the server printed.
 * Works without JavaScript.
 */
export default async function SetupPage(props: PageProps<"token">) {
  const { token } = await props.params;
  const { ipAddress } = readRequestInfo(await headers());
  const isOpen = await orTooMany(isSetupOpen(token, ipAddress));
  if (isOpen === "too_many_attempts") return <DeadLink reason={isOpen} />;
  if (!isOpen) return <DeadLink reason="setup" />;
  const invalid = await invalidFields(props);
  const t = await getTranslations("signIn");
  return (
    <FocusFrame>
      <PageHeader title={t("setup.title")} description={t("setup.description")} />
      <Panel>
        <PlainForm
          action={`/setup/${token}/operator`}
          submit={t("setup.submit")}
          variant="primary"
          size="large"
        >
          <NewAccountFields invalid={invalid} />
          <TextField
            label={t("setup.organization")}
            hint={t("setup.organizationHint")}
            error={invalid.has("organization_name") ? t("fields.wrongName") : undefined}
            name="organization_name"
            autoComplete="organization"
            maxLength={120}
          />
        </PlainForm>
      </Panel>
      <p className="text-muted text-sm">{t("setup.link")}</p>
    </FocusFrame>
  );
}
