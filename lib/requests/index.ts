import { exportClientCalls } from "@/lib/requests/calls/export-client-calls";
import { exportCompanyCalls } from "@/lib/requests/calls/export-company-calls";
import { exportOrganizationCalls } from "@/lib/requests/calls/export-organization-calls";
import { listClientCalls } from "@/lib/requests/calls/list-client-calls";
import { listCompanyCalls } from "@/lib/requests/calls/list-company-calls";
import { listOrganizationCalls } from "@/lib/requests/calls/list-organization-calls";
import { watchClientCalls } from "@/lib/requests/calls/live/watch-client-calls";
import { watchOrganizationCalls } from "@/lib/requests/calls/live/watch-organization-calls";
import { listEvents } from "@/lib/requests/events/list-events";
import { getActivity } from "@/lib/requests/get-activity";
import { getOrganizationActivity } from "@/lib/requests/get-organization-activity";

/** The operations of this room, in the order of the API reference. */
export const operations = [
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
