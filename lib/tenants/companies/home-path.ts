import type { Tenants } from "@/lib/tenants/companies/list-tenants";

/** Where a person starts: their organization's overview, or else their company's extensions, or else null. */
export function homePath({ organizations, companies }: Tenants): string | null {
  if (organizations[0]) return `/organization/${organizations[0].id}`;
  if (companies[0]) return `/company/${companies[0].id}/extensions`;
  return null;
}
