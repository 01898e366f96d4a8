import { operation } from "@/lib/operation/operation";
import { perform } from "@/lib/operation/perform";
import { value } from "@/lib/operation/returns";
import { getOrganizationActivity } from "@/lib/requests/get-organization-activity";
import { listIssues } from "@/lib/requests/issues/list-issues";
import type { Issue } from "@/lib/requests/issues/schemas";
import {
  type ClientUse,
  listMostUsed,
  type Milestones,
  readMilestones,
} from "@/lib/requests/overview-repository";
import type { Activity } from "@/lib/requests/schemas";

const MOST_USED = 5;
/** How many of the issues seen last compete for these places. */
const READ_ISSUES = 100;
const ISSUES = 6;

/** The data of an organization's overview page. */
export type Overview = {
  activity: Activity;
  milestones: Milestones;
  /** In the window; most used first. */
  mostUsed: ClientUse[];
  /** Open ones with the most denials in the last 24 hours first, whatever the window. */
  issues: Issue[];
};

/** Summarizes the activity of the clients of the caller's organization. */
export const openOverview = operation({
  id: "openOverview",
  access: getOrganizationActivity.access,
  query: getOrganizationActivity.query,
  returns: value<Overview>(),
  async run({ caller, query }) {
    const { organizationId } = caller;
    const [{ body: activity }, milestones] = await Promise.all([
      perform(getOrganizationActivity, { query, caller }),
      readMilestones(organizationId),
    ]);
    const since = activity.buckets[0]?.start ?? new Date().toISOString();
    const [mostUsed, { body: issues }] = await Promise.all([
      listMostUsed({ organizationId, since, limit: MOST_USED }),
      perform(listIssues, { query: { state: "open", limit: READ_ISSUES }, caller }),
    ]);
    const byCount = issues.items.toSorted((one, other) => other.recent - one.recent);
    return { activity, milestones, mostUsed, issues: byCount.slice(0, ISSUES) };
  },
});
