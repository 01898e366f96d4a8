import type { PageWords } from "@/lib/core/pages/page-words";
import type { PlainPage } from "@/lib/core/pages/render-page";

/**
 * The page that shows recovery codes once. It is the response to the form that created them and has no URL of its own.
 */
export function recoveryCodesPage(title: "on" | "renewed", codes: readonly string[]) {
  return (t: PageWords["t"]): PlainPage => ({
    title: t(`recoveryCodes.${title}`),
    paragraphs: [t("recoveryCodes.keep"), t("recoveryCodes.once")],
    lines: {
      label: t("recoveryCodes.label"),
      texts: codes,
      fileName: "latchkey-recovery-codes.txt",
    },
    link: { href: "/profile#second-factor", label: t("recoveryCodes.goOn") },
  });
}
