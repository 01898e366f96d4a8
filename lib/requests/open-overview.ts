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
import { countActivity } from "@/lib/requests/repository";
import type { Activity, ActivityCounts } from "@/lib/requests/schemas";
import { summarizeActivity, summarizeCounts, windowSpans } from "@/lib/requests/summarize-activity";

const MAX_USED = 5;
/** How many of the issues seen last compete for these places. */
const READ_ISSUES = 100;
const ISSUES = 6;

/** The data of an organization's overview page. */
export type Overview = {
  activity: Activity;
  /** Totals of the period before. */
  previous: ActivityCounts;
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
    const { unit, buckets } = windowSpans[query.window];
    const [rows, milestones] = await Promise.all([
      countActivity({ organizationId, clientId: null, unit, buckets: 2 * buckets }),
      readMilestones(organizationId),
    ]);
    const activity = summarizeActivity(query.window, rows.slice(buckets));
    const previous = summarizeCounts(rows.slice(0, buckets).flatMap(({ counted }) => counted));
    const since = activity.buckets[0]?.start ?? new Date().toISOString();
    const [mostUsed, { body: issues }] = await Promise.all([
      listMostUsed({ organizationId, since, limit: MAX_USED }),
      perform(listIssues, { query: { state: "open", limit: READ_ISSUES }, caller }),
    ]);
    const byCount = issues.items.toSorted((one, other) => other.recent - one.recent);
    return { activity, previous, milestones, mostUsed, issues: byCount.slice(0, ISSUES) };
  },
});
