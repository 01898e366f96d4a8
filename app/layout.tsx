import type { Metadata, Viewport } from "next";
import localFont from "next/font/local";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import "./globals.css";

const sans = localFont({
  src: "../node_modules/@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2",
  weight: "400 700",
  variable: "--font-sans",
  display: "swap",
});

/** Accented Latin letters in people's and companies' names; fetched only when a page holds one. */
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

export const metadata: Metadata = {
  title: { default: "Latchkey", template: "%s · Latchkey" },
  description: "Authorization for the extensions of a commerce platform.",
  icons: { icon: { url: "/latchkey.svg", type: "image/svg+xml" } },
  referrer: "same-origin",
  robots: { index: false, follow: false },
};

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#10332a" },
    { media: "(prefers-color-scheme: dark)", color: "#0b1d18" },
  ],
};

/** The theme a person chose; undefined follows the system, so the page never flashes. */
async function chosenTheme(): Promise<"light" | "dark" | undefined> {
  const value = (await cookies()).get("theme")?.value;
  return value === "light" || value === "dark" ? value : undefined;
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html
      lang="en"
      data-theme={await chosenTheme()}
      className={`${sans.variable} ${sansExtended.variable} ${mono.variable}`}
    >
      <body>{children}</body>
    </html>
  );
}
