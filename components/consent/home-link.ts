/** Where a person goes on who does not go to the extension. */
export function homeLink(companyId: number | null): { href: string; label: string } {
  if (companyId === null) return { href: "/", label: "Go to the start page" };
  return { href: `/company/${companyId}/extensions`, label: "Go to extensions" };
}
