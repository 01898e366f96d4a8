"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { call } from "@/lib/api/client/call";
import type { BrandResponse } from "@/lib/platform/brand/schemas";
import { LogoField } from "../../brand/logo-field";
import { Mark } from "../../brand/mark";
import { ActionErrorNotice } from "../../clients/action-error-notice";
import { useClientAction } from "../../clients/use-client-action";
import { Button } from "../../ui/button";
import { Notice } from "../../ui/notice";
import { Panel } from "../../ui/panel";
import { useUnsavedGuard } from "../../ui/use-unsaved-guard";
import { type BrandDraft, changedFields, draftOfBrand } from "./brand-draft";
import { BrandFields } from "./brand-fields";
import { BrandPreview } from "./brand-preview";

export interface BrandScreenProps {
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
