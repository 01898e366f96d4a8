import { type Caller, requirePermission } from "@/lib/access/caller";
import { getOrganizationActivityContract } from "@/lib/activity/contract";
import { getOrganizationActivity } from "@/lib/activity/get-organization-activity";
import {
  type ClientUse,
  type LatestRefusal,
  listLatestRefusals,
  listMostUsed,
  type Milestones,
  readMilestones,
} from "@/lib/activity/overview-repository";
import type { Activity, ActivityWindow } from "@/lib/activity/schemas";

const MOST_USED = 5;
const LATEST_REFUSALS = 5;

/** What an organization's overview page shows. */
export type Overview = {
  activity: Activity;
  milestones: Milestones;
  /** In the window; most used first. */
  mostUsed: ClientUse[];
  /** In the window; newest first. */
  latestRefusals: LatestRefusal[];
};

/**
 * Summarizes the activity of the clients of the caller's organization.
 * @throws ServiceError forbidden
 */
export async function openOverview(caller: Caller, window: ActivityWindow): Promise<Overview> {
  requirePermission(caller, getOrganizationActivityContract.permission);
  const { organizationId } = caller;
  const [{ body: activity }, milestones] = await Promise.all([
    getOrganizationActivity({ query: { window }, caller }),
    readMilestones(organizationId),
  ]);
  const since = activity.buckets[0]?.start ?? new Date().toISOString();
  const [mostUsed, latestRefusals] = await Promise.all([
    listMostUsed({ organizationId, since, limit: MOST_USED }),
    listLatestRefusals({ organizationId, since, limit: LATEST_REFUSALS }),
  ]);
  return { activity, milestones, mostUsed, latestRefusals };
}
