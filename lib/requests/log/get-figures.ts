import type { z } from "zod";
import { processState } from "@/lib/core/process/process-state";
import type { ApiAccess } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { type BarRow, countRequests, measureCalls } from "@/lib/requests/log/figures-repository";
import { INSTALLATION, type LogOwner, ORGANIZATION } from "@/lib/requests/log/owners";
import { requestFiguresQuerySchema } from "@/lib/requests/log/query-schemas";
import {
  type RequestCounts,
  type RequestFigures,
  requestFiguresSchema,
} from "@/lib/requests/log/schemas";
import type { ClientsScope } from "@/lib/requests/log/scope";
import { type FigureWindow, figureWindows, sumCounts } from "@/lib/requests/log/values";

/** For how long figures are reused, so that a page that many keep open costs no more than one. */
const RECENT_MS = 5_000;
const MAX_RECENT = 500;

const recentFigures = () =>
  processState(
    "request-figures",
    () => new Map<string, { at: number; figures: Promise<RequestFigures> }>(),
  );

/** Counts the requests of the clients of the caller's organization over time. */
export const getRequestFigures = figuresFor("getRequestFigures", ORGANIZATION);

/** The same for the installation. */
export const getPlatformRequestFigures = figuresFor("getPlatformRequestFigures", INSTALLATION);

/** @throws ServiceError forbidden or insufficient_scope */
function figuresFor<
  const Id extends string,
  A extends ApiAccess,
  P extends z.ZodObject,
  Path extends string,
>(id: Id, { path, access, params, of, scopeOf }: LogOwner<A, P, Path, ClientsScope>) {
  return operation({
    id,
    route: `GET ${path}/figures`,
    access,
    summary: `Count the requests ${of}`,
    description:
      "Counts requests over time, the denied ones by the check that failed, with the same counts of the period before, and how long calls take.",
    tag: "Requests",
    params,
    query: requestFiguresQuerySchema,
    returns: json(requestFiguresSchema, "The counts."),
    async run(context) {
      const { window, client_id: clientId = null } = context.query;
      const scope = scopeOf(context.caller, context.params);
      return { body: await figuresOf({ ...scope, clientId }, window) };
    },
  });
}

/** The figures of a scope, up to five seconds old. The caller authorizes. */
export function figuresOf(scope: ClientsScope, window: FigureWindow): Promise<RequestFigures> {
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

async function readFigures(scope: ClientsScope, window: FigureWindow): Promise<RequestFigures> {
  const { hours, bars } = figureWindows[window];
  const [rows, { newestAt, ...latency }] = await Promise.all([
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
    last_call_at: newestAt?.toISOString() ?? null,
    ...latency,
  };
}

// The gate's denials are among the events, at most 60 a minute for each client, and all of them among the calls.
function countsOf({ issued, refused, calls }: Omit<BarRow, "start" | "isBefore">): RequestCounts {
  const { allowed = 0, ...denied } = calls;
  const counts: RequestCounts = {
    allowed: allowed + sumCounts(issued),
    issued,
    denied: { ...refused },
  };
  for (const [check, count] of Object.entries(denied)) {
    counts.denied[check] = Math.max(counts.denied[check] ?? 0, count);
  }
  return counts;
}

function sum(all: readonly RequestCounts[]): RequestCounts {
  const total: RequestCounts = { allowed: 0, issued: {}, denied: {} };
  for (const { allowed, issued, denied } of all) {
    total.allowed += allowed;
    addCounts(total.issued, issued);
    addCounts(total.denied, denied);
  }
  return total;
}

function addCounts(total: Record<string, number>, counts: Readonly<Record<string, number>>): void {
  for (const [name, count] of Object.entries(counts)) total[name] = (total[name] ?? 0) + count;
}
