import { useTranslations } from "next-intl";
import { PlainAction } from "../actions/plain-action";
import { CodeField, PasswordField } from "../auth/account-fields";
import { Badge } from "../ui/badge";
import { Notice } from "../ui/notice";
import { PlainForm } from "../ui/plain-form";
import { Timestamp } from "../ui/timestamp";

const FEW_CODES = 3;

export interface SecondFactorPanelProps {
  /** Null while it is off. */
  factor: { since: Date; recoveryCodesLeft: number } | null;
  /** Organizations of the person that require one. */
  requiredBy: readonly string[];
}

/** Turns the second factor on, or manages it. */
export function SecondFactorPanel({ factor, requiredBy }: SecondFactorPanelProps) {
  const t = useTranslations("profile.factor");
  if (!factor) {
    return (
      <PlainForm action="/profile/second-factor/start" submit={t("start")} variant="primary">
        <p>{t("why")}</p>
        <PasswordField label={t("ownPassword")} />
      </PlainForm>
    );
  }
  const { since, recoveryCodesLeft } = factor;
  return (
    <div className="grid gap-6">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone="success">{t("on")}</Badge>
        <span>
          {t.rich("since", { time: () => <Timestamp value={since} exact="minute" /> })}{" "}
          {t("codesLeft", { count: recoveryCodesLeft })}
        </span>
      </p>
      {recoveryCodesLeft < FEW_CODES ? (
        <Notice tone="warning" title={t("fewCodes")} next={t("fewCodesWhy")} />
      ) : null}
      <div className="flex flex-wrap gap-3">
        <PlainAction label={t("renew")} action="/profile/second-factor/recovery-codes">
          <p>{t("renewWhat")}</p>
          <Proof />
        </PlainAction>
        <PlainAction
          label={t("remove")}
          submit={t("removeSubmit")}
          isDangerous
          action="/profile/second-factor/remove"
        >
          {requiredBy.length > 0 ? (
            <Notice tone="warning" title={t("lockedOut", { organizations: requiredBy.join(", ") })}>
              <p>{t("lockedOutWhy")}</p>
            </Notice>
          ) : null}
          <p>{t("removeWhat")}</p>
          <Proof />
        </PlainAction>
      </div>
    </div>
  );
}

/** The password, and a code of the second factor. */
function Proof() {
  const t = useTranslations("profile.factor");
  return (
    <>
      <PasswordField label={t("ownPassword")} />
      <CodeField label={t("code")} hint={t("codeHint")} />
    </>
  );
}
