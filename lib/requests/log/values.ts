import { eventKindNames, eventKinds, type RequestKind } from "@/lib/protocol/events/values";

/** The stored kinds of requests of a group; a call of the API log is `call`. */
export function kindsOfGroup(group: RequestKind): string[] {
  const ofEvents = eventKindNames.filter((kind) => eventKinds[kind].group === group);
  return group === "call" ? [...ofEvents, "call"] : ofEvents;
}

/** How a request ended. `declined`: the seller said no, which is no failure. */
export const requestOutcomes = ["allowed", "denied", "declined"] as const;
export type RequestOutcome = (typeof requestOutcomes)[number];

/** The export formats of the request log. */
export const requestExportFormats = ["csv", "ndjson"] as const;

/** Periods of the figures: their bars, and how many hours each bar has. */
export const figureWindows = {
  "24h": { hours: 1, bars: 24 },
  "7d": { hours: 6, bars: 28 },
  "30d": { hours: 24, bars: 30 },
} as const;
export type FigureWindow = keyof typeof figureWindows;

/** The length of a list, unless the query sets its start. */
export const DEFAULT_FIGURE_WINDOW: FigureWindow = "7d";
