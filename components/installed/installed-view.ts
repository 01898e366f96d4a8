import type { ScopeView } from "../scopes/scope-view";

/** An extension that the organization itself has allowed. */
export interface InstalledView<Scope = ScopeView> {
  clientId: string;
  name: string;
  logoUri: string | null;
  publisherName: string;
  publisherVerified: boolean;
  /** False if its publisher deactivated it. */
  isActive: boolean;
  scopes: readonly Scope[];
  /** When its permissions were last decided. */
  approvedAt: Date;
  /** Null if that person no longer exists. */
  approvedBy: string | null;
}
