"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, type ReactNode, useState } from "react";
import { call } from "@/lib/api/client/call";
import { DEFAULT_BRAND } from "@/lib/core/brand/values";
import type { BrandResponse, PutBrandInput } from "@/lib/platform/brand/schemas";
import { ErrorNotice } from "../../actions/error-notice";
import { useOperation } from "../../actions/use-operation";
import { LogoField } from "../../brand/logo-field";
import { Mark } from "../../brand/mark";
import { Button } from "../../ui/button";
import { Notice } from "../../ui/notice";
import { Panel } from "../../ui/panel";
import { useUnsavedGuard } from "../../ui/use-unsaved-guard";
import { type BrandDraft, BrandFields } from "./brand-fields";
import { BrandPreview } from "./brand-preview";

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
        {mayWrite ? null : (
          <Notice title={t("readOnly")}>
            <p>{t("readOnlyWhy")}</p>
          </Notice>
        )}
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
  return (
    // biome-ignore lint/performance/noImgElement: the image is already small, and next/image would fetch it here.
    <img src={logoUri} alt="" className="max-h-full object-contain" />
  );
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
