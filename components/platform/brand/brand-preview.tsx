import { useTranslations } from "next-intl";
import type { CSSProperties, ReactNode } from "react";
import { accentProperties } from "@/lib/core/brand/accent-style-values";
import { DEFAULT_BRAND } from "@/lib/core/brand/values";
import { Panel } from "../../ui/panel";
import type { BrandDraft } from "./brand-draft";
import { isColor } from "./brand-fields";

const themes = ["light", "dark"] as const;

/** How pages look with the draft, in both themes. Decorative: it has no working controls. */
export function BrandPreview({ draft, logo }: { draft: BrandDraft; logo: ReactNode }) {
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
