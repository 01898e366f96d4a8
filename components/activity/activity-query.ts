import { type ActivityWindow, activityQuerySchema } from "@/lib/activity/schemas";

const DEFAULT_WINDOW = "7d";

/** The window that an address names; what cannot be read is as if it were not there. */
export function parseActivityWindow(text: string): ActivityWindow {
  return activityQuerySchema.shape.window.catch(DEFAULT_WINDOW).parse(text);
}

/** Address of the page at `path` for a window; the default is left out. */
export function activityHref(path: string, window: ActivityWindow): string {
  return window === DEFAULT_WINDOW ? path : `${path}?window=${window}`;
}
