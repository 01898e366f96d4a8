/** Where a person continues without the extension. */
export interface HomeLink {
  href: string;
  /** Message key of the label. */
  label: "start" | "extensions";
}

/** The company's extensions; for an organization the start page. */
export function homeLink(companyId: number | null): HomeLink {
  if (companyId === null) return { href: "/", label: "start" };
  return { href: `/company/${companyId}/extensions`, label: "extensions" };
}
