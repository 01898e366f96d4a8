import { inOrganization } from "@/lib/clients/paths";
import { processState } from "@/lib/core/process/process-state";
import { organization, platform } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { type BarRow, countRequests, measureCalls } from "@/lib/requests/log/figures-repository";
import { FIGURES, ORGANIZATION_REQUESTS, PLATFORM_REQUESTS } from "@/lib/requests/log/paths";
import { requestFiguresQuerySchema } from "@/lib/requests/log/query-schemas";
import {
  type RequestCounts,
  type RequestFigures,
  requestFiguresSchema,
} from "@/lib/requests/log/schemas";
import type { RequestScope } from "@/lib/requests/log/scope";
import { type FigureWindow, figureWindows } from "@/lib/requests/log/values";

/** For how long figures are reused, so that a page that many keep open costs no more than one. */
const RECENT_MS = 5_000;
const MAX_RECENT = 500;

const recentFigures = () =>
  processState(
    "request-figures",
    () => new Map<string, { at: number; figures: Promise<RequestFigures> }>(),
  );

/**
 * Counts the requests of the clients of the caller's organization over time.
 * @throws ServiceError forbidden
 */
export const getRequestFigures = operation({
  id: "getRequestFigures",
  route: `GET ${ORGANIZATION_REQUESTS}/figures`,
  access: organization("clients:read"),
  summary: "Count the requests of all clients",
  description: FIGURES,
  tag: "Requests",
  params: inOrganization,
  query: requestFiguresQuerySchema,
  returns: json(requestFiguresSchema, "The counts."),
  async run({ caller: { organizationId }, query: { window, client_id: clientId = null } }) {
    return { body: await figuresOf({ organizationId, clientId }, window) };
  },
});

/**
 * The same for the installation.
 * @throws ServiceError forbidden or insufficient_scope
 */
export const getPlatformRequestFigures = operation({
  id: "getPlatformRequestFigures",
  route: `GET ${PLATFORM_REQUESTS}/figures`,
  access: platform("log:read"),
  summary: "Count the requests of the installation",
  description: FIGURES,
  tag: "Requests",
  query: requestFiguresQuerySchema,
  returns: json(requestFiguresSchema, "The counts."),
  async run({ query: { window, client_id: clientId = null } }) {
    return { body: await figuresOf({ organizationId: null, clientId }, window) };
  },
});

function figuresOf(scope: RequestScope, window: FigureWindow): Promise<RequestFigures> {
  const key = JSON.stringify([scope, window]);
  const now = performance.now();
  const recent = recentFigures();
  const last = recent.get(key);
  if (last && now - last.at < RECENT_MS) return last.figures;
  const figures = readFigures(scope, window);
  recent.delete(key);
  recent.set(key, { at: now, figures });
  const [oldest] = recent.keys();
  if (recent.size > MAX_RECENT && oldest !== undefined) recent.delete(oldest);
  // An error is for those who wait for it, not for the next caller.
  figures.catch(() => recent.delete(key));
  return figures;
}

async function readFigures(scope: RequestScope, window: FigureWindow): Promise<RequestFigures> {
  const { hours, bars } = figureWindows[window];
  const [rows, latency] = await Promise.all([
    countRequests({ ...scope, hours, bars }),
    measureCalls(scope),
  ]);
  const counted = rows.map(({ start, isBefore, ...row }) => ({
    start: start.toISOString(),
    isBefore,
    ...countsOf(row),
  }));
  const sumOf = (isBefore: boolean) => sum(counted.filter((bar) => bar.isBefore === isBefore));
  return {
    hours,
    bars: counted.flatMap(({ isBefore, ...bar }) => (isBefore ? [] : [bar])),
    totals: sumOf(false),
    previous: sumOf(true),
    ...latency,
  };
}

// The gate's denials are among the events, at most 60 a minute for each client, and all of them among the calls.
function countsOf({ issued, refused, calls }: Omit<BarRow, "start" | "isBefore">): RequestCounts {
  const { allowed = 0, ...denied } = calls;
  const counts: RequestCounts = { allowed: issued + allowed, denied: { ...refused } };
  for (const [check, count] of Object.entries(denied)) {
    counts.denied[check] = Math.max(counts.denied[check] ?? 0, count);
  }
  return counts;
}

function sum(all: readonly RequestCounts[]): RequestCounts {
  const total: RequestCounts = { allowed: 0, denied: {} };
  for (const { allowed, denied } of all) {
    total.allowed += allowed;
    for (const [check, count] of Object.entries(denied)) {
      total.denied[check] = (total.denied[check] ?? 0) + count;
    }
  }
  return total;
}
