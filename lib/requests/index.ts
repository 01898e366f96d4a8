import { listIssues } from "@/lib/requests/issues/list-issues";
import { putIssue } from "@/lib/requests/issues/put-issue";
import {
  exportCompanyRequests,
  exportPlatformRequests,
  exportRequests,
} from "@/lib/requests/log/export-requests";
import { getPlatformRequestFigures, getRequestFigures } from "@/lib/requests/log/get-figures";
import { getPlatformRequest, getRequest } from "@/lib/requests/log/get-request";
import {
  listCompanyRequests,
  listPlatformRequests,
  listRequests,
} from "@/lib/requests/log/list-requests";
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
  listCompanyRequests,
  exportCompanyRequests,
  listPlatformRequests,
  exportPlatformRequests,
  watchPlatformRequests,
  getPlatformRequestFigures,
  getPlatformRequest,
] as const;
