import { z } from "zod";
import { type KeyState, keyState } from "@/lib/clients/service-keys/seen-secrets";
import { databaseNow, noticeableClockDifferenceMs } from "@/lib/core/db/database-time";
import { processState } from "@/lib/core/process/process-state";
import { failedKeyChecks } from "@/lib/gate/key/gate-key";
import { rulesInForce } from "@/lib/gate/rules/rules-in-force";
import { platform } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import {
  type CallsRow,
  countInstalls,
  countRecentCalls,
  type HealthRow,
  type InstallsRow,
  pingDatabase,
  readAttention,
  readHealth,
} from "@/lib/platform/overview/repository";
import { type PlatformOverview, platformOverviewSchema } from "@/lib/platform/overview/schemas";
import { CONSOLE, OPERATORS_TAG } from "@/lib/platform/values";
import { figuresOf } from "@/lib/requests/log/get-figures";
import { figureWindowSchema } from "@/lib/requests/log/query-schemas";
import type { RequestCounts, RequestFigures } from "@/lib/requests/log/schemas";
import { EVERYTHING } from "@/lib/requests/log/scope";
import { type FigureWindow, sumCounts } from "@/lib/requests/log/values";

/** Counts over time, which take long with many rows. */
type Counts = {
  figures: RequestFigures;
  installs: InstallsRow;
  calls: CallsRow;
};

const KEPT_MS = 10_000;

const cachedOverview = () =>
  processState(
    "overview-counts",
    () => new Map<FigureWindow, { at: number; counts: Promise<Counts> }>(),
  );

export const getPlatformOverview = operation({
  id: "getPlatformOverview",
  request: { route: `GET ${CONSOLE}/overview`, query: z.object({ window: figureWindowSchema }) },
  access: platform("overview:read"),
  summary: "Get the state of the installation",
  description:
    "Returns what waits for an operator, where extensions are installed, the tokens issued and requests denied over time, and the health of database and background jobs. Counts over time are up to ten seconds old.",
  tag: OPERATORS_TAG,
  returns: json(platformOverviewSchema, "The state."),
  async run({ query: { window } }) {
    const [latency, keys, health, { figures, installs, calls }] = await Promise.all([
      measureLatency(),
      keyState(),
      readHealth(),
      countsOf(window),
    ]);
    const { rules, problem } = rulesInForce();
    return {
      body: {
        attention: await describeAttention(keys, health),
        secrets_of_former_operators: keys.seenByFormerOperators.map((secret) => ({
          client_id: secret.keyId,
          name: secret.name,
          last_four: secret.lastFour,
          ends_at: secret.endsAt.toISOString(),
        })),
        installs,
        figures,
        health: {
          database: { latency_ms: latency, size_bytes: health.sizeBytes },
          deliveries: {
            waiting: health.waitingDeliveries,
            overdue_since: health.overdueSince?.toISOString() ?? null,
          },
          clean_up: { behind_since: health.behindSince?.toISOString() ?? null },
          gate: {
            rules: rules.length,
            problem: problem?.message ?? null,
            problem_since: problem?.since?.toISOString() ?? null,
            ...calls,
          },
        },
      },
    };
  },
});

async function describeAttention(
  keys: KeyState,
  { overdueSince }: HealthRow,
): Promise<PlatformOverview["attention"]> {
  const [attention, failedChecks, lastDay] = await Promise.all([
    readAttention(),
    failedKeyChecks(),
    countsOf("24h"),
  ]);
  return {
    ...attention,
    late_deliveries: minutesLate(overdueSince),
    outdated_rules: rulesInForce().problem ? 1 : 0,
    clock_difference: Math.round(noticeableClockDifferenceMs() / 1_000),
    failed_gate_checks: failedChecks,
    ending_service_keys: keys.endingKeys,
    rising_denials: countRisingDenials(lastDay.figures.totals, lastDay.figures.previous),
  };
}

/** By when the alert LatchkeyDeliveriesStuck considers calls late, too. */
const LATE_AFTER_MINUTES = 5;
const MINUTE_MS = 60_000;

function minutesLate(dueSince: Date | null): number {
  const minutes = dueSince ? (databaseNow() - dueSince.getTime()) / MINUTE_MS : 0;
  return minutes > LATE_AFTER_MINUTES ? Math.floor(minutes) : 0;
}

/** Reuses recent counts, so that a page that several operators keep open costs no more than one. */
function countsOf(window: FigureWindow): Promise<Counts> {
  const now = performance.now();
  const last = cachedOverview().get(window);
  if (last && now - last.at < KEPT_MS) return last.counts;
  const counts = readCounts(window);
  cachedOverview().set(window, { at: now, counts });
  // An error is for those who wait for it, not for the next caller.
  counts.catch(() => cachedOverview().delete(window));
  return counts;
}

async function readCounts(window: FigureWindow): Promise<Counts> {
  const figures = await figuresOf(EVERYTHING, window);
  const since = figures.bars[0]?.start ?? new Date().toISOString();
  const [installs, calls] = await Promise.all([countInstalls(since), countRecentCalls()]);
  return { figures, installs, calls };
}

/** @returns milliseconds, to the tenth */
async function measureLatency(): Promise<number> {
  const start = performance.now();
  await pingDatabase({});
  return Math.round((performance.now() - start) * 10) / 10;
}

/** Fewer denials in a day are normal: people make typing errors. */
const LEAST_DENIALS = 20;

type Denials = Pick<RequestCounts, "denied">;

/** Denials of a day, if they are a spike: at least 20, and twice those of the day before. Otherwise 0. */
export function countRisingDenials(day: Denials, dayBefore: Denials): number {
  const denials = sumCounts(day.denied);
  return denials >= LEAST_DENIALS && denials >= 2 * sumCounts(dayBefore.denied) ? denials : 0;
}
