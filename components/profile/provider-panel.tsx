import { useTranslations } from "next-intl";
import { PlainAction } from "../actions/plain-action";
import { PasswordField, UsernameHint } from "../auth/account-fields";
import { PlainForm } from "../ui/plain-form";

interface ProviderPanelProps {
  name: string;
  isLinked: boolean;
  hasPassword: boolean;
  /** The access that the platform gave the person, which ends with the link. */
  platformAccess: {
    /** Names of companies and organizations. */
    tenants: readonly string[];
    operatorRole: "operator" | "support" | null;
  };
  /** The person's address, for password managers. */
  email: string | null;
}

/** Links a person's account at the sign-in provider, or removes the link. Both take the password. */
export function ProviderPanel(props: ProviderPanelProps) {
  const { name, isLinked, hasPassword, platformAccess, email } = props;
  const t = useTranslations("provider.profile");
  if (!hasPassword) return <p>{t("only", { provider: name })}</p>;
  if (!isLinked) {
    return (
      <PlainForm action="/profile/provider/link" submit={t("link", { provider: name })}>
        <p>{t("unlinked", { provider: name })}</p>
        <UsernameHint email={email} />
        <PasswordField label={t("ownPassword")} />
      </PlainForm>
    );
  }
  return (
    <div className="grid gap-5">
      <p>{t("linked", { provider: name })}</p>
      <PlainAction label={t("unlink")} isDangerous action="/profile/provider/unlink">
        <p>{t("unlinkWhat", { provider: name })}</p>
        <EndingAccess {...platformAccess} />
        <UsernameHint email={email} />
        <PasswordField label={t("ownPassword")} />
      </PlainAction>
    </div>
  );
}

const MAX_NAMES = 10;

function EndingAccess({ tenants, operatorRole }: ProviderPanelProps["platformAccess"]) {
  const t = useTranslations("provider.profile");
  if (tenants.length === 0 && !operatorRole) return <p>{t("unlinkEndsNothing")}</p>;
  const more = tenants.length - MAX_NAMES;
  return (
    <div>
      <p>{t("unlinkEnds")}</p>
      <ul className="list-disc pl-5">
        {operatorRole ? <li>{t("unlinkEndsOperator", { role: operatorRole })}</li> : null}
        {[...new Set(tenants.slice(0, MAX_NAMES))].map((tenant) => (
          <li key={tenant}>
            <bdi>{tenant}</bdi>
          </li>
        ))}
        {more > 0 ? <li>{t("unlinkEndsMore", { count: more })}</li> : null}
      </ul>
    </div>
  );
}
