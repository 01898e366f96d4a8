import { useTranslations } from "next-intl";
import { buttonClass } from "../ui/button-class";

/** The platform's sign-in provider, as a choice of the sign-in page. */
export interface ProviderChoice {
  name: string;
  /** Where signing in there begins. */
  href: string;
}

/** Leads to the platform's sign-in provider. A link, because our forms may not lead to other sites. */
export function ProviderButton({ name, href }: ProviderChoice) {
  const t = useTranslations("provider");
  return (
    <a href={href} className={buttonClass("primary", "large", "w-full")}>
      <span className="truncate">{t("continueWith", { provider: name })}</span>
    </a>
  );
}
