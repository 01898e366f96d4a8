/** Where a person goes on who does not go to the extension. */
export interface HomeLink {
  href: string;
  /** What the link is called: a key of the messages. */
  label: "start" | "extensions";
}

/** The company's extensions; for an organization the start page. */
export function homeLink(companyId: number | null): HomeLink {
  if (companyId === null) return { href: "/", label: "start" };
  return { href: `/company/${companyId}/extensions`, label: "extensions" };
}
