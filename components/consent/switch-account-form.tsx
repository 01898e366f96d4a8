import { useTranslations } from "next-intl";
import { SignOutForm } from "../auth/sign-out-form";

/** Switches accounts: signs out, then returns to `returnTo` after sign-in. */
export function SwitchAccountForm({ returnTo }: { returnTo: string }) {
  const t = useTranslations("consent");
  return (
    <SignOutForm returnTo={returnTo}>
      <button type="submit" className="inline-link min-h-6">
        {t("switchAccount")}
      </button>
    </SignOutForm>
  );
}
