import { useTranslations } from "next-intl";
import { Button } from "../ui/button";
import { FocusFrame } from "../ui/focus-frame";
import { PageHeader } from "../ui/page-header";
import { Panel } from "../ui/panel";
import { SignOutForm } from "./sign-out-form";

/** For a person who has an account but belongs to no organization or company. */
export function NoMembershipScreen({ email }: { email: string }) {
  const t = useTranslations("signIn");
  return (
    <FocusFrame>
      <PageHeader title={t("noMembership.title")} description={t("noMembership.description")} />
      <Panel title={t("noMembership.what")}>
        <ol className="grid list-decimal gap-2 ps-5">
          <li>{t.rich("noMembership.ask", { email: () => <strong>{email}</strong> })}</li>
          <li>{t("noMembership.reload")}</li>
          <li>{t("noMembership.other")}</li>
        </ol>
      </Panel>
      <SignOutForm>
        <Button type="submit">{t("signOut")}</Button>
      </SignOutForm>
    </FocusFrame>
  );
}
