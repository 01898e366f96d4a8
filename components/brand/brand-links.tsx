"use client";

import { useTranslations } from "next-intl";
import { useBrand } from "./brand-context";

/** Help and legal links of this installation, at the end of a page; nothing if it has none. */
export function BrandLinks() {
  const { supportEmail, supportUrl, termsUrl, privacyUrl } = useBrand();
  const t = useTranslations("shell.brand");
  const links = [
    { words: t("help"), href: supportUrl },
    { words: t("contact"), href: supportEmail && `mailto:${supportEmail}` },
    { words: t("terms"), href: termsUrl },
    { words: t("privacy"), href: privacyUrl },
  ].filter(({ href }) => href !== null);
  if (links.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-muted text-sm">
      {links.map(({ words, href }) => (
        <li key={words}>
          <a className="underline underline-offset-2 hover:text-ink" href={href ?? undefined}>
            {words}
          </a>
        </li>
      ))}
    </ul>
  );
}
