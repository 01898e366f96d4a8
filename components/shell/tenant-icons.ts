import { Building2, Landmark, type LucideIcon, Store } from "lucide-react";

/** What the pages on screen belong to. */
export type TenantKind = "organization" | "company" | "platform";

/** The icon beside the name of each. */
export const tenantIcons: Readonly<Record<TenantKind, LucideIcon>> = {
  organization: Building2,
  company: Store,
  platform: Landmark,
};
