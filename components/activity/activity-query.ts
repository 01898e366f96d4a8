import { type ActivityWindow, activityQuerySchema } from "@/lib/requests/schemas";

const DEFAULT_WINDOW = "7d";

/** The period in an address; an invalid one counts as missing. */
export function parseActivityWindow(text: string): ActivityWindow {
  return activityQuerySchema.shape.window.catch(DEFAULT_WINDOW).parse(text);
}

/** Address of the page at `path` for a period; the default is left out. */
export function activityHref(path: string, window: ActivityWindow): string {
  return window === DEFAULT_WINDOW ? path : `${path}?window=${window}`;
}
