import { z } from "zod";
import { operation } from "@/lib/operation/operation";
import { perform } from "@/lib/operation/perform";
import { value } from "@/lib/operation/returns";
import { listIssues } from "@/lib/requests/issues/list-issues";
import type { Issue } from "@/lib/requests/issues/schemas";
import { getRequestFigures } from "@/lib/requests/log/get-figures";
import { figureWindowSchema } from "@/lib/requests/log/query-schemas";
import type { RequestFigures } from "@/lib/requests/log/schemas";
import {
  type ClientUse,
  listMostUsed,
  type Milestones,
  readMilestones,
} from "@/lib/requests/overview-repository";

const MAX_USED = 5;
/** How many of the issues seen last compete for these places. */
const READ_ISSUES = 100;
const ISSUES = 6;

/** The data of an organization's overview page. */
export type Overview = {
  figures: RequestFigures;
  milestones: Milestones;
  /** In the window; most used first. */
  mostUsed: ClientUse[];
  /** Open ones with the most denials in the last 24 hours first, whatever the window. */
  issues: Issue[];
};

/** Summarizes what happened with the clients of the caller's organization. */
export const openOverview = operation({
  id: "openOverview",
  access: getRequestFigures.access,
  request: { query: z.object({ window: figureWindowSchema }) },
  returns: value<Overview>(),
  async run({ caller, query }) {
    const { organizationId } = caller;
    const [{ body: figures }, milestones] = await Promise.all([
      perform(getRequestFigures, { caller, query }),
      readMilestones(organizationId),
    ]);
    const since = figures.bars[0]?.start ?? new Date().toISOString();
    const [mostUsed, { body: issues }] = await Promise.all([
      listMostUsed({ organizationId, since, limit: MAX_USED }),
      perform(listIssues, { query: { state: "open", limit: READ_ISSUES }, caller }),
    ]);
    const byCount = issues.items.toSorted((a, b) => b.recent - a.recent);
    return { figures, milestones, mostUsed, issues: byCount.slice(0, ISSUES) };
  },
});
