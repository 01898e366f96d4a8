import { useTranslations } from "next-intl";
import { SignOutForm } from "../auth/sign-out-form";

/** Lets somebody else go on: signs out, and back in at `returnTo`. */
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
