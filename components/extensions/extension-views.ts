import type { ScopeView } from "../scopes/scope-view";

/** An extension as sellers know it. */
interface Extension {
  clientId: string;
  name: string;
  publisherName: string;
  publisherVerified: boolean;
}

/** An extension that the company may install. */
export interface AvailableExtension extends Extension {
  description: string;
  scopeCount: number;
  /** The extension's own install address, with this company in it. */
  installHref: string;
}

/** An extension that the company has granted scopes. */
export interface InstalledExtension<Scope = ScopeView> extends Extension {
  installedAt: Date;
  /** Null when that person is gone. */
  approvedBy: string | null;
  /** Null when it never called. */
  lastUsedAt: Date | null;
  scopes: readonly Scope[];
  /** Null when it has no address of its own. */
  launchHref: string | null;
  /** False when the organization deactivated it: it cannot be launched. */
  isActive: boolean;
}
