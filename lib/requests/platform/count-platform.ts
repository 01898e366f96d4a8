import { countPlatformActivity } from "@/lib/requests/platform/repository";
import type { Activity, ActivityCounts, ActivityWindow } from "@/lib/requests/schemas";
import { summarizeActivity, summarizeCounts, windowSpans } from "@/lib/requests/summarize-activity";

/**
 * Counts what was issued to and denied for all clients of the installation. The caller authorizes.
 * @returns also the totals of the period of the same length before, up to the same time
 */
export async function countPlatform(
  window: ActivityWindow,
): Promise<{ activity: Activity; previous: ActivityCounts }> {
  const rows = await countPlatformActivity(windowSpans[window]);
  const before = rows.filter(({ isBefore }) => isBefore);
  const during = rows.filter(({ isBefore }) => !isBefore);
  return {
    activity: summarizeActivity(window, during),
    previous: summarizeCounts(before.flatMap(({ counted }) => counted)),
  };
}
