import type { Metadata, Viewport } from "next";
import localFont from "next/font/local";
import { connection } from "next/server";
import { getLocale } from "next-intl/server";
import type { ReactNode } from "react";
import { BrandProvider } from "@/components/brand/brand-mark";
import { ClientMessages } from "@/components/shell/client-messages";
import { EarlyInput } from "@/components/shell/early-input";
import { accentColors, accentProperties } from "@/lib/core/brand/accent-values";
import { currentBrand } from "@/lib/core/brand/current-brand";
import type { Brand } from "@/lib/core/brand/values";
import { localeDirections } from "@/lib/core/i18n/locales";
import { chosenTheme } from "@/lib/core/preferences/chosen-theme";
import "./globals.css";

const sans = localFont({
  src: "../node_modules/@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2",
  weight: "400 700",
  variable: "--font-sans",
  display: "swap",
});

/** Accented Latin letters in names; fetched only if a page contains one. */
const sansExtended = localFont({
  src: "../node_modules/@fontsource-variable/instrument-sans/files/instrument-sans-latin-ext-wght-normal.woff2",
  weight: "400 700",
  variable: "--font-sans-extended",
  display: "swap",
  preload: false,
  adjustFontFallback: false,
  declarations: [{ prop: "unicode-range", value: "U+0100-02FF, U+1E00-1E9F, U+2C60-2C7F" }],
});

const mono = localFont({
  src: "../node_modules/@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2",
  weight: "100 800",
  variable: "--font-mono",
  display: "swap",
  adjustFontFallback: false,
  preload: false,
});

/** Reads the brand for each request; at build time there is no database. */
async function readBrand(): Promise<Brand> {
  await connection();
  return currentBrand();
}

export async function generateMetadata(): Promise<Metadata> {
  const { productName, logoUri } = await readBrand();
  return {
    title: { default: productName, template: `%s · ${productName}` },
    description: "Authorization for the extensions of a commerce platform.",
    icons: { icon: logoUri ?? { url: "/latchkey.svg", type: "image/svg+xml" } },
    referrer: "same-origin",
    robots: { index: false, follow: false },
  };
}

export async function generateViewport(): Promise<Viewport> {
  const { accentColor } = await readBrand();
  const accent = accentColor === null ? null : accentColors(accentColor);
  return {
    width: "device-width",
    initialScale: 1,
    themeColor: [
      { media: "(prefers-color-scheme: light)", color: accent?.light.bar ?? "#10332a" },
      { media: "(prefers-color-scheme: dark)", color: accent?.dark.bar ?? "#0b1d18" },
    ],
  };
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  const [locale, theme, brand] = await Promise.all([getLocale(), chosenTheme(), readBrand()]);
  return (
    <html
      lang={locale}
      dir={localeDirections[locale]}
      data-theme={theme}
      className={`${sans.variable} ${sansExtended.variable} ${mono.variable}`}
    >
      <head>
        <BrandStyle accentColor={brand.accentColor} />
      </head>
      <body>
        <EarlyInput />
        <ClientMessages>
          <BrandProvider brand={brand}>{children}</BrandProvider>
        </ClientMessages>
      </body>
    </html>
  );
}

/** The accent colour of this installation, for the whole document. */
function BrandStyle({ accentColor }: { accentColor: string | null }) {
  if (accentColor === null) return null;
  const declarations = Object.entries(accentProperties(accentColor)).map(
    ([property, value]) => `${property}:${value}`,
  );
  // The element name makes it win over the same properties in globals.css.
  return <style>{`html:root{${declarations.join(";")}}`}</style>;
}
