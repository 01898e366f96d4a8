import { useTranslations } from "next-intl";
import { Button } from "../ui/button";
import { FocusFrame } from "../ui/focus-frame";
import { PageHeader } from "../ui/page-header";
import { Panel } from "../ui/panel";
import { SignOutForm } from "./sign-out-form";

/** For a person who can sign in but is a member of nothing yet. */
export function NowhereScreen({ email }: { email: string }) {
  const t = useTranslations("signIn");
  return (
    <FocusFrame>
      <PageHeader title={t("nowhere.title")} description={t("nowhere.description")} />
      <Panel title={t("nowhere.what")}>
        <ol className="grid list-decimal gap-2 ps-5">
          <li>{t.rich("nowhere.ask", { email: () => <strong>{email}</strong> })}</li>
          <li>{t("nowhere.reload")}</li>
          <li>{t("nowhere.other")}</li>
        </ol>
      </Panel>
      <SignOutForm>
        <Button type="submit">{t("signOut")}</Button>
      </SignOutForm>
    </FocusFrame>
  );
}
