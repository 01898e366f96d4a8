/** Where the count of companies ends. */
export const MAX_COUNTED_COMPANIES = 1_000;

/** What the list shows of a client's use. */
export type ClientFigures = {
  clientId: string;
  /** Companies that have it installed, up to {@link MAX_COUNTED_COMPANIES}. */
  companies: number;
  /** API calls of each of the last seven days (UTC), today last. */
  calls: number[];
  /** How many of them were denied. */
  denied: number;
};
