import { operation } from "@/lib/operation/operation";
import { perform } from "@/lib/operation/perform";
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
import type { Activity } from "@/lib/requests/schemas";

const MOST_USED = 5;
const LATEST_DENIALS = 5;
const TROUBLED = 5;
/** Fewer denials in a day are normal: people make typing errors. */
const LEAST_DENIALS = 5;

/** The data of an organization's overview page. */
export type Overview = {
  activity: Activity;
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
    const [{ body: activity }, milestones] = await Promise.all([
      perform(getOrganizationActivity, { query, caller }),
      readMilestones(organizationId),
    ]);
    const since = activity.buckets[0]?.start ?? new Date().toISOString();
    const [mostUsed, latestDenials, troubled] = await Promise.all([
      listMostUsed({ organizationId, since, limit: MOST_USED }),
      listLatestDenials({ organizationId, since, limit: LATEST_DENIALS }),
      listTroubledClients({ organizationId, least: LEAST_DENIALS, limit: TROUBLED }),
    ]);
    return {
      activity,
      milestones,
      mostUsed,
      latestDenials,
      troubled: troubled.map((row) => ({ ...row, fix: serializeFix(row.fix) })),
    };
  },
});
