import { countPlatformActivity } from "@/lib/activity/repository";
import type { Activity, ActivityWindow } from "@/lib/activity/schemas";
import { summarizeActivity, windowSpans } from "@/lib/activity/summarize-activity";

/** Counts what was issued to and denied for all clients of the installation. The caller authorizes. */
export async function countPlatform(window: ActivityWindow): Promise<Activity> {
  return summarizeActivity(window, await countPlatformActivity(windowSpans[window]));
}
