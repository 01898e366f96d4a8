import { useTranslations } from "next-intl";
import { TextField } from "../ui/field";
import { FocusFrame } from "../ui/focus-frame";
import { PageHeader } from "../ui/page-header";
import { Panel } from "../ui/panel";
import { PlainForm } from "../ui/plain-form";
import { NewAccountFields } from "./account-fields";

interface SetupScreenProps {
  /** Where the form posts to; the token in it authorizes the request. */
  action: string;
  /** Rejected fields; their values are not kept. */
  invalid: ReadonlySet<string>;
}

/** Creates the first operator of a fresh installation, and an organization if they want one. Works without JavaScript. */
export function SetupScreen({ action, invalid }: SetupScreenProps) {
  const t = useTranslations("signIn");
  return (
    <FocusFrame>
      <PageHeader title={t("setup.title")} description={t("setup.description")} />
      <Panel>
        <PlainForm action={action} submit={t("setup.submit")} variant="primary" size="large">
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
