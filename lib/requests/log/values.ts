/** How a request ended. `declined`: the seller said no, which is no failure. */
export const requestOutcomes = ["allowed", "denied", "declined"] as const;
export type RequestOutcome = (typeof requestOutcomes)[number];

/** Classes of HTTP statuses to filter by. */
export const statusClasses = ["2xx", "3xx", "4xx", "5xx"] as const;

/** Kinds of callers, as introspection and the gate tell them apart. */
export const callerKinds = ["system_user", "seller"] as const;
export type CallerKind = (typeof callerKinds)[number];

export const requestExportFormats = ["csv", "ndjson"] as const;

/** The length of a list in days, unless the query sets its start. */
export const DEFAULT_WINDOW_DAYS = 7;

/** Periods of the figures: their bars, and how many hours each bar has. */
export const figureWindows = {
  "24h": { hours: 1, bars: 24 },
  "7d": { hours: 6, bars: 28 },
  "30d": { hours: 24, bars: 30 },
} as const;
export type FigureWindow = keyof typeof figureWindows;
export const figureWindowNames = Object.keys(figureWindows) as FigureWindow[];

/** The period of figures, unless the query sets another. */
export const DEFAULT_FIGURE_WINDOW: FigureWindow = "7d";

/** The sum of counts by name. */
export function sumCounts(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
