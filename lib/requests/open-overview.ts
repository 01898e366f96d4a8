import { operation } from "@/lib/operation/operation";
import { value } from "@/lib/operation/returns";
import type { ClientEvent } from "@/lib/protocol/events/schemas";
import { serializeFix } from "@/lib/requests/events/serialize-fix";
import { getOrganizationActivity } from "@/lib/requests/get-organization-activity";
import {
  type ClientUse,
  type LatestDenial,
  listLatestDenials,
  listMostUsed,
  listTroubledClients,
  type Milestones,
  readMilestones,
  type TroubledClient,
} from "@/lib/requests/overview-repository";
import { countActivity } from "@/lib/requests/repository";
import type { Activity, ActivityCounts } from "@/lib/requests/schemas";
import { summarizeActivity, summarizeCounts, windowSpans } from "@/lib/requests/summarize-activity";

const MOST_USED = 5;
const LATEST_DENIALS = 5;
const TROUBLED = 5;
/** Fewer denials in a day are normal: people make typing errors. */
const LEAST_DENIALS = 5;

/** The data of an organization's overview page. */
export type Overview = {
  activity: Activity;
  /** Totals of the period before. */
  previous: ActivityCounts;
  milestones: Milestones;
  /** In the window; most used first. */
  mostUsed: ClientUse[];
  /** In the window; newest first. */
  latestDenials: LatestDenial[];
  /** Clients whose denials have at least doubled in the last 24 hours, whatever the window. */
  troubled: (Omit<TroubledClient, "fix"> & { fix: ClientEvent["fix"] })[];
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
    const [mostUsed, latestDenials, troubled] = await Promise.all([
      listMostUsed({ organizationId, since, limit: MOST_USED }),
      listLatestDenials({ organizationId, since, limit: LATEST_DENIALS }),
      listTroubledClients({ organizationId, least: LEAST_DENIALS, limit: TROUBLED }),
    ]);
    return {
      activity,
      previous,
      milestones,
      mostUsed,
      latestDenials,
      troubled: troubled.map((row) => ({ ...row, fix: serializeFix(row.fix) })),
    };
  },
});
