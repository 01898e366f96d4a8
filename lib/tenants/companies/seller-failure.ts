import type { Page } from "@/lib/operation/returns";

/** The page for an error of a seller's form. @param title message key of its title */
export function sellerFailure(
  title: "extensionNotRemoved" | "nobodyAsked" | "questionNotAnswered" | "peopleNotChanged",
): Page["failure"] {
  return (t) => ({
    title: t(`seller.${title}`),
    link: { href: "/", label: t("seller.goOn") },
  });
}
