import type { ScopeView } from "../scopes/scope-view";

/** An extension that the organization itself has allowed. */
export interface InstalledView<Scope = ScopeView> {
  clientId: string;
  name: string;
  publisherName: string;
  publisherVerified: boolean;
  /** False when its publisher switched it off. */
  isActive: boolean;
  scopes: readonly Scope[];
  /** The last time that somebody decided what it may do. */
  approvedAt: Date;
  /** Null when that person is gone. */
  approvedBy: string | null;
}
