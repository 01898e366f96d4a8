import {
  exportClientCalls,
  exportCompanyCalls,
  exportOrganizationCalls,
} from "@/lib/requests/calls/export-calls";
import {
  listClientCalls,
  listCompanyCalls,
  listOrganizationCalls,
} from "@/lib/requests/calls/list-calls";
import { watchClientCalls, watchOrganizationCalls } from "@/lib/requests/calls/watch-calls";
import { listEvents } from "@/lib/requests/events/list-events";
import { getActivity } from "@/lib/requests/get-activity";
import { getOrganizationActivity } from "@/lib/requests/get-organization-activity";
import { listIssues } from "@/lib/requests/issues/list-issues";
import { putIssue } from "@/lib/requests/issues/put-issue";
import { exportPlatformRequests, exportRequests } from "@/lib/requests/log/export-requests";
import { getPlatformRequestFigures, getRequestFigures } from "@/lib/requests/log/get-figures";
import { getPlatformRequest, getRequest } from "@/lib/requests/log/get-request";
import { listPlatformRequests, listRequests } from "@/lib/requests/log/list-requests";
import { watchPlatformRequests, watchRequests } from "@/lib/requests/log/watch-requests";

/** The operations of this room, in the order of the API reference. */
export const operations = [
  listRequests,
  exportRequests,
  watchRequests,
  getRequestFigures,
  getRequest,
  listIssues,
  putIssue,
  listPlatformRequests,
  exportPlatformRequests,
  watchPlatformRequests,
  getPlatformRequestFigures,
  getPlatformRequest,
  listEvents,
  listClientCalls,
  exportClientCalls,
  watchClientCalls,
  listOrganizationCalls,
  exportOrganizationCalls,
  watchOrganizationCalls,
  getActivity,
  getOrganizationActivity,
  listCompanyCalls,
  exportCompanyCalls,
] as const;
