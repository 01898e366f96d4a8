import { processState } from "@/lib/core/process/process-state";
import { type BarRow, countRequests, measureCalls } from "@/lib/requests/log/figures-repository";
import type { RequestCounts, RequestFigures } from "@/lib/requests/log/schemas";
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
