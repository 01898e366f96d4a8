"use client";

import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import { createContext, type ReactNode, use } from "react";
import { type Brand, DEFAULT_BRAND } from "@/lib/core/brand/values";
import { StoredImage } from "../ui/stored-image";
import { Mark } from "./mark";

/** The installation's logo, or the Latchkey mark. Decorative next to the product name. */
export function BrandMark({ className }: { className?: string }) {
  const { logoUri } = useBrand();
  if (logoUri === null) return <Mark {...(className && { className })} />;
  return <StoredImage src={logoUri} className={clsx("rounded-sm object-contain", className)} />;
}

/** What this installation calls itself. */
export function ProductName() {
  return <bdi>{useBrand().productName}</bdi>;
}

const BrandContext = createContext<Brand>(DEFAULT_BRAND);

/** Gives every page the brand of this installation. */
export function BrandProvider({ brand, children }: { brand: Brand; children: ReactNode }) {
  return <BrandContext value={brand}>{children}</BrandContext>;
}

function useBrand(): Brand {
  return use(BrandContext);
}

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
          <a
            className="underline underline-offset-2 hover:text-ink"
            href={href ?? undefined}
            rel="noreferrer"
          >
            {words}
          </a>
        </li>
      ))}
    </ul>
  );
}
