import type { ScopeView } from "../scopes/scope-view";

/** An extension that the company may install. */
export interface AvailableExtension {
  clientId: string;
  name: string;
  description: string;
  publisherName: string;
  publisherVerified: boolean;
  scopeCount: number;
  /** The extension's own install address, with this company in it. */
  installHref: string;
}

/** An extension that the company has granted scopes. */
export interface InstalledExtension {
  clientId: string;
  name: string;
  publisherName: string;
  publisherVerified: boolean;
  installedAt: Date;
  /** Null when that person is gone. */
  approvedBy: string | null;
  /** Null when it never called. */
  lastUsedAt: Date | null;
  scopes: readonly ScopeView[];
  /** Null when it has no address of its own. */
  launchHref: string | null;
  /** False when the organization deactivated it: it cannot be launched. */
  isActive: boolean;
}
