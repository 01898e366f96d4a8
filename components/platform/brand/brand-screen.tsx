"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type CSSProperties, type FormEvent, type ReactNode, useState } from "react";
import { call } from "@/lib/api/client/call";
import { accentProperties } from "@/lib/core/brand/accent-values";
import { DEFAULT_BRAND } from "@/lib/core/brand/values";
import type { BrandResponse } from "@/lib/platform/brand/schemas";
import { LogoField } from "../../brand/logo-field";
import { Mark } from "../../brand/mark";
import { ActionErrorNotice, useClientAction } from "../../clients/action-error-notice";
import { Button } from "../../ui/button";
import { Notice } from "../../ui/notice";
import { Panel } from "../../ui/panel";
import { useUnsavedGuard } from "../../ui/use-unsaved-guard";
import { type BrandDraft, changedFields, draftOfBrand } from "./brand-draft";
import { BrandFields, isColor } from "./brand-fields";

interface BrandScreenProps {
  brand: BrandResponse;
  /** False for support, who see the brand but cannot change it. */
  mayWrite: boolean;
}

/** Changes the name, logo, colour and links of this installation, with a preview in both themes. */
export function BrandScreen({ brand, mayWrite }: BrandScreenProps) {
  const t = useTranslations("brand");
  const router = useRouter();
  const [draft, setDraft] = useState<BrandDraft>(() => draftOfBrand(brand));
  const [saved, setSaved] = useState(false);
  const settings = useClientAction();
  const logo = useClientAction();
  const changes = changedFields(brand, draft);
  const isChanged = Object.keys(changes).length > 0;
  useUnsavedGuard(isChanged && !settings.pending);

  const save = (event: FormEvent) => {
    event.preventDefault();
    settings.run(async () => {
      const next = await call("putBrand", { params: {}, body: changes });
      setDraft(draftOfBrand(next));
      setSaved(true);
      router.refresh();
    });
  };
  const changeLogo = (send: () => Promise<unknown>) =>
    logo.run(async () => {
      await send();
      router.refresh();
    });

  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="grid gap-6">
        {mayWrite ? null : (
          <Notice title={t("readOnly")}>
            <p>{t("readOnlyWhy")}</p>
          </Notice>
        )}
        {mayWrite ? (
          <Panel title={t("logo")} description={t("logoWhat")}>
            <div className="grid gap-4">
              <ActionErrorNotice error={logo.error} onReload={logo.forget} />
              <LogoField
                preview={<Logo logoUri={brand.logo_uri} />}
                hasLogo={brand.logo_uri !== null}
                pending={logo.pending}
                onUpload={(file) => changeLogo(() => call("putBrandLogo", { params: {}, file }))}
                onRemove={() => changeLogo(() => call("deleteBrandLogo", { params: {} }))}
              />
            </div>
          </Panel>
        ) : null}
        <form onSubmit={save} noValidate>
          <Panel title={t("settings")} description={t("settingsWhat")}>
            <fieldset disabled={!mayWrite} className="grid gap-5">
              <ActionErrorNotice error={settings.error} onReload={settings.forget} />
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
      <BrandPreview draft={draft} logo={<Logo logoUri={brand.logo_uri} />} />
    </div>
  );
}

function Logo({ logoUri }: { logoUri: string | null }) {
  if (logoUri === null) return <Mark className="h-full max-h-14" />;
  return (
    // biome-ignore lint/performance/noImgElement: the image is already small, and next/image would fetch it here.
    <img src={logoUri} alt="" className="max-h-full object-contain" />
  );
}

const themes = ["light", "dark"] as const;

/** How pages look with the draft, in both themes. Decorative: it has no working controls. */
function BrandPreview({ draft, logo }: { draft: BrandDraft; logo: ReactNode }) {
  const t = useTranslations("brand.preview");
  const name = draft.product_name.trim() || DEFAULT_BRAND.productName;
  const color = isColor(draft.accent_color.trim()) ? draft.accent_color.trim() : null;
  return (
    <Panel title={t("title")} description={t("what")}>
      <div className="grid gap-4">
        {themes.map((theme) => (
          <figure key={theme} className="grid gap-2">
            <figcaption className="text-muted text-sm">{t(theme)}</figcaption>
            <div
              data-theme={theme}
              style={color === null ? undefined : (accentProperties(color) as CSSProperties)}
              className="overflow-hidden rounded-lg border border-line bg-canvas text-ink"
            >
              <p className="flex items-center gap-2.5 bg-bar px-4 py-3 font-semibold text-bar-ink">
                <span className="grid size-7 place-items-center" aria-hidden="true">
                  {logo}
                </span>
                <bdi>{name}</bdi>
                <span className="ms-auto font-normal text-bar-muted text-sm">{t("menu")}</span>
              </p>
              <div className="grid gap-3 p-4">
                <p>
                  {t("sentence")} <span className="inline-link">{t("link")}</span>.
                </p>
                <span className="w-fit rounded bg-primary px-4 py-2 font-semibold text-primary-ink">
                  {t("button")}
                </span>
              </div>
            </div>
          </figure>
        ))}
      </div>
    </Panel>
  );
}
