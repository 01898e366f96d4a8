/** The number of days over which the use of a scope is counted. */
export const USE_DAYS = 30;

/** How a granted scope was used, as far as the API log shows. */
export interface ScopeUseHint {
  scope: string;
  /** Calls over the last {@link USE_DAYS} days. */
  calls: number;
  /** Null if there is no call on record. */
  lastUsedAt: Date | null;
}
