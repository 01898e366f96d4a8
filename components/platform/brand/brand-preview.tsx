"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useLayoutEffect, useState } from "react";
import { createPortal } from "react-dom";
import { accentProperties } from "@/lib/core/brand/accent-values";
import { type Brand, DEFAULT_BRAND } from "@/lib/core/brand/values";
import { BrandProvider } from "../../brand/brand-mark";
import { Panel } from "../../ui/panel";
import { type BrandDraft, isColor } from "./brand-fields";

const WINDOWS = [
  { name: "light", theme: "light", width: 900, scale: 0.42 },
  { name: "dark", theme: "dark", width: 900, scale: 0.42 },
  { name: "phone", theme: "light", width: 390, scale: 0.75 },
] as const;

interface BrandPreviewProps {
  draft: BrandDraft;
  logoUri: string | null;
  /** The page that is shown. */
  children: ReactNode;
}

/** How the consent page looks with the draft: light, dark, and on a phone. Decorative: nothing in it can be used. */
export function BrandPreview({ draft, logoUri, children }: BrandPreviewProps) {
  const t = useTranslations("brand.preview");
  const accent = draft.accent_color.trim();
  const style = isColor(accent) ? accentProperties(accent) : {};
  const brand: Brand = {
    ...DEFAULT_BRAND,
    productName: draft.product_name.trim() || DEFAULT_BRAND.productName,
    accentColor: null,
    logoUri,
  };
  const page = <BrandProvider brand={brand}>{children}</BrandProvider>;
  return (
    <Panel title={t("title")} description={t("what")}>
      <div className="grid grid-cols-[minmax(0,1fr)] justify-items-center gap-4">
        {WINDOWS.map(({ name, ...window }) => (
          <Window key={name} label={t(name)} style={style} {...window}>
            {page}
          </Window>
        ))}
      </div>
    </Panel>
  );
}

interface WindowProps {
  label: string;
  theme: "light" | "dark";
  /** In px, for the page in it. */
  width: number;
  scale: number;
  /** Custom properties of the page. */
  style: Readonly<Record<string, string>>;
  children: ReactNode;
}

/** The height of the page in a window, in px. */
const HEIGHT = 720;

/** A page in a document of its own, so that its layout follows the width of the window. */
function Window({ label, theme, width, scale, style, children }: WindowProps) {
  const [page, setPage] = useState<Document | null>(null);
  const open = (frame: HTMLIFrameElement | null) => {
    const opened = frame?.contentDocument;
    // Before hydration, it may have loaded without telling React; about:blank is replaced when it loads.
    if (!opened || opened === page || opened.URL !== "about:srcdoc") return;
    for (const sheet of document.querySelectorAll("link[rel=stylesheet], style")) {
      opened.head.append(sheet.cloneNode(true));
    }
    opened.documentElement.className = document.documentElement.className;
    opened.documentElement.dataset.theme = theme;
    opened.body.className = document.body.className;
    setPage(opened);
  };
  useLayoutEffect(() => {
    page?.documentElement.removeAttribute("style");
    for (const [name, value] of Object.entries(style)) {
      page?.documentElement.style.setProperty(name, value);
    }
  }, [page, style]);
  return (
    <figure className="grid min-w-0 max-w-full grid-cols-[minmax(0,auto)] gap-2">
      <figcaption className="text-muted text-sm">{label}</figcaption>
      <div
        className="max-w-full overflow-hidden rounded-lg border border-line"
        style={{ width: width * scale, height: HEIGHT * scale }}
      >
        <iframe
          title={label}
          srcDoc="<!doctype html><html><head></head><body></body></html>"
          inert
          tabIndex={-1}
          ref={(frame) => open(frame)}
          onLoad={({ currentTarget }) => open(currentTarget)}
          className="origin-top-left rtl:origin-top-right"
          style={{ width, height: HEIGHT, transform: `scale(${scale})` }}
        />
      </div>
      {page ? createPortal(children, page.body) : null}
    </figure>
  );
}
