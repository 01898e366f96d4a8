import { Building2, Landmark, type LucideIcon, Store } from "lucide-react";

/** The kind of tenant that a page belongs to. */
export type TenantKind = "organization" | "company" | "platform";

/** The icon beside a tenant's name. */
export const tenantIcons: Readonly<Record<TenantKind, LucideIcon>> = {
  organization: Building2,
  company: Store,
  platform: Landmark,
};
