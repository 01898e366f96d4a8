import { useTranslations } from "next-intl";
import { DeadEnd } from "../errors/dead-end";
import { Button } from "../ui/button";
import { Identifier } from "../ui/identifier";
import { Notice } from "../ui/notice";
import { SignOutForm } from "./sign-out-form";

export interface NoMembershipScreenProps {
  /** How the person recognizes their account. */
  account: string;
  /** Name of the sign-in provider, or null. */
  provider: string | null;
  /** The person's id at the provider, by which the platform's directory may not know them. */
  externalId: string | null;
  /** Companies and organizations in the provider's claims that do not exist here. */
  ignored: readonly { kind: "company" | "organization"; id: string }[];
}

/** For a person who has an account but belongs to no organization or company. */
export function NoMembershipScreen(props: NoMembershipScreenProps) {
  const { account, provider, externalId, ignored } = props;
  const t = useTranslations("signIn");
  return (
    <DeadEnd
      title={t("noMembership.title")}
      what={t("noMembership.description")}
      actions={
        <SignOutForm>
          <Button type="submit">{t("signOut")}</Button>
        </SignOutForm>
      }
    >
      {provider && ignored.length > 0 ? <Ignored provider={provider} ignored={ignored} /> : null}
      <ol className="grid list-decimal gap-2 ps-5">
        <li>{t.rich("noMembership.ask", { email: () => <strong>{account}</strong> })}</li>
        {provider && externalId ? (
          <li>
            {t("noMembership.externalId", { provider })}{" "}
            <Identifier value={externalId} what={t("noMembership.externalIdName")} />
          </li>
        ) : null}
        <li>{t("noMembership.reload")}</li>
        <li>{t("noMembership.other")}</li>
      </ol>
    </DeadEnd>
  );
}

function Ignored(props: { provider: string; ignored: NoMembershipScreenProps["ignored"] }) {
  const { provider, ignored } = props;
  const t = useTranslations("provider.ignored");
  return (
    <Notice tone="warning" title={t("title", { provider })}>
      <p>{t("why")}</p>
      <ul className="list-disc ps-5">
        {ignored.map(({ kind, id }) => (
          <li key={`${kind} ${id}`}>{t(kind, { id })}</li>
        ))}
      </ul>
      <p>{t("ask", { provider })}</p>
    </Notice>
  );
}
