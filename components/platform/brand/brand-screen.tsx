"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, type ReactNode, useLayoutEffect, useState } from "react";
import { createPortal } from "react-dom";
import { call } from "@/lib/api/client/call";
import { accentProperties } from "@/lib/core/brand/accent-values";
import { type Brand, DEFAULT_BRAND } from "@/lib/core/brand/values";
import type { BrandResponse, PutBrandInput } from "@/lib/platform/brand/schemas";
import { ErrorNotice } from "../../actions/error-notice";
import { useOperation } from "../../actions/use-operation";
import { BrandProvider } from "../../brand/brand-mark";
import { LogoField } from "../../brand/logo-field";
import { Mark } from "../../brand/mark";
import { Button } from "../../ui/button";
import { Panel } from "../../ui/panel";
import { StoredImage } from "../../ui/stored-image";
import { useUnsavedGuard } from "../../ui/use-unsaved-guard";
import { type BrandDraft, BrandFields, isColor } from "./brand-fields";

interface BrandScreenProps {
  brand: BrandResponse;
  /** False for support, who see the brand but cannot change it. */
  mayWrite: boolean;
  /** The page that the preview shows. */
  preview: ReactNode;
}

/** Changes the name, logo, colour and links of this installation, with a preview. */
export function BrandScreen({ brand, mayWrite, preview }: BrandScreenProps) {
  const t = useTranslations("brand");
  const [draft, setDraft] = useState<BrandDraft>(() => draftOfBrand(brand));
  const [saved, setSaved] = useState(false);
  const changes = changedFields(brand, draft);
  const isChanged = Object.keys(changes).length > 0;
  const settings = useOperation(() => call("putBrand", { params: {}, body: changes }), {
    onDone: (next) => {
      setDraft(draftOfBrand(next));
      setSaved(true);
    },
  });
  useUnsavedGuard(isChanged && !settings.pending);
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!settings.pending) settings.run();
  };

  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="grid gap-6">
        {mayWrite ? (
          <Panel title={t("logo")} description={t("logoWhat")}>
            <LogoField
              preview={<Logo logoUri={brand.logo_uri} />}
              hasLogo={brand.logo_uri !== null}
              send={(file) =>
                file
                  ? call("putBrandLogo", { params: {}, file })
                  : call("deleteBrandLogo", { params: {} })
              }
            />
          </Panel>
        ) : null}
        <form onSubmit={save} noValidate>
          <Panel title={t("settings")} description={t("settingsWhat")}>
            <fieldset disabled={!mayWrite} className="grid gap-5">
              <ErrorNotice error={settings.error} onReload={settings.forget} />
              <BrandFields
                draft={draft}
                problems={settings.error?.fields ?? []}
                onChange={(part) => {
                  setSaved(false);
                  setDraft({ ...draft, ...part });
                }}
              />
              <div className="flex flex-wrap items-center gap-3">
                <Button
                  type="submit"
                  variant="primary"
                  pending={settings.pending}
                  disabled={!isChanged}
                >
                  {t(settings.pending ? "saving" : "save")}
                </Button>
                <p role="status" className="text-success text-sm empty:hidden">
                  {saved && !isChanged ? t("saved") : null}
                </p>
              </div>
            </fieldset>
          </Panel>
        </form>
      </div>
      <BrandPreview draft={draft} logoUri={brand.logo_uri}>
        {preview}
      </BrandPreview>
    </div>
  );
}

function Logo({ logoUri }: { logoUri: string | null }) {
  if (logoUri === null) return <Mark className="h-full max-h-14" />;
  return <StoredImage src={logoUri} className="max-h-full object-contain" />;
}

/** The draft of the present brand. */
function draftOfBrand(brand: BrandResponse): BrandDraft {
  return {
    product_name: brand.product_name === DEFAULT_BRAND.productName ? "" : brand.product_name,
    accent_color: brand.accent_color ?? "",
    support_email: brand.support_email ?? "",
    support_url: brand.support_url ?? "",
    terms_url: brand.terms_url ?? "",
    privacy_url: brand.privacy_url ?? "",
  };
}

/** The fields that differ from the present brand, as PUT takes them. */
function changedFields(brand: BrandResponse, draft: BrandDraft): PutBrandInput {
  const present = draftOfBrand(brand);
  const fields = Object.entries(draft).map(([name, value]) => [name, value.trim()] as const);
  return Object.fromEntries(
    fields
      .filter(([name, value]) => value !== present[name as keyof BrandDraft])
      .map(([name, value]) => [name, value || null]),
  );
}

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
function BrandPreview({ draft, logoUri, children }: BrandPreviewProps) {
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
