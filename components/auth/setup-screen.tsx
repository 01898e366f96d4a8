import { useTranslations } from "next-intl";
import { Button } from "../ui/button";
import { TextField } from "../ui/field";
import { FocusFrame } from "../ui/focus-frame";
import { Notice } from "../ui/notice";
import { PageHeader } from "../ui/page-header";
import { Panel } from "../ui/panel";
import { NameFields, NewPasswordField } from "./account-fields";

export interface SetupScreenProps {
  /** Where the form posts to; the token in it authorizes the request. */
  action: string;
  /** Rejected fields; their values are not kept. */
  invalid: ReadonlySet<string>;
}

/** Creates the first operator of a fresh installation, and an organization if they want one. Works without JavaScript. */
export function SetupScreen({ action, invalid }: SetupScreenProps) {
  const t = useTranslations("signIn");
  const errorOf = (field: string, correction: "wrongName" | "wrongEmail") =>
    invalid.has(field) ? t(`fields.${correction}`) : undefined;
  return (
    <FocusFrame>
      <PageHeader title={t("setup.title")} description={t("setup.description")} />
      {invalid.size > 0 ? (
        <Notice tone="error" title={t("fields.nothingCreated")} live>
          <p>{t("fields.fillInAgain")}</p>
        </Notice>
      ) : null}
      <Panel>
        <form action={action} method="post" className="grid gap-5">
          <NameFields invalid={invalid} />
          <TextField
            label={t("fields.email")}
            hint={t("fields.emailHint")}
            error={errorOf("email", "wrongEmail")}
            name="email"
            type="email"
            autoComplete="username"
            required
          />
          <NewPasswordField label={t("fields.password")} invalid={invalid} />
          <TextField
            label={t("setup.organization")}
            hint={t("setup.organizationHint")}
            error={errorOf("organization_name", "wrongName")}
            name="organization_name"
            autoComplete="organization"
            maxLength={120}
          />
          <Button type="submit" variant="primary" size="large" className="mt-1 sm:w-fit">
            {t("setup.submit")}
          </Button>
        </form>
      </Panel>
      <p className="text-muted text-sm">{t("setup.link")}</p>
    </FocusFrame>
  );
}
