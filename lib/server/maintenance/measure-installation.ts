import { keyState } from "@/lib/clients/service-keys/seen-secrets";
import { ABANDONED_DELIVERIES, FAILING_DELIVERIES } from "@/lib/consent/deliveries/figures-sql";
import { databaseAnswers } from "@/lib/core/db/check-readiness";
import { logFailure } from "@/lib/core/db/database-health";
import { sql } from "@/lib/core/db/sql";
import { processState } from "@/lib/core/process/process-state";
import { gauge } from "@/lib/core/telemetry/metrics";

const CLOCK = "latchkey_database_clock_difference_seconds";

/** What the database says about the whole installation, by the name of its metric. */
const GAUGES = {
  [CLOCK]: { help: "How far the database's clock is ahead of this machine's." },
  latchkey_deliveries: {
    help: "Calls to extensions, by state: waiting, failing (waiting after a failure), or abandoned in the last 7 days. The last two leave out sandbox companies.",
    label: "state",
  },
  latchkey_delivery_overdue_seconds: { help: "How long the most overdue call has been due." },
  latchkey_maintenance_finished_timestamp_seconds: {
    help: "When a job of the hourly maintenance last finished without a failure.",
    label: "task",
  },
  latchkey_partitions_end_timestamp_seconds: {
    help: "Until when a table has partitions.",
    label: "table",
  },
  latchkey_key_age_seconds: {
    help: "Age of the oldest key in use, by kind: a secret of a service key, or the key that signs receipts.",
    label: "key",
  },
  latchkey_service_keys_ending: {
    help: "Service keys in use of which a secret ends, as the overview counts them.",
  },
} as const satisfies Record<string, { help: string; label?: string }>;

type GaugeName = keyof typeof GAUGES;
type Figure = { gauge: GaugeName; label: string; value: number | null };

const PARTITIONED = ["calls", "authorization_events", "authorization_codes", "access_tokens"];

const figure = (name: GaugeName, label: string, value: string, from = "") =>
  `SELECT '${name}' AS gauge, ${label} AS label, (${value})::float8 AS value ${from}`;

const WAITING = "FROM deliveries WHERE next_attempt_at IS NOT NULL";
const LIVE_SECRETS = `FROM service_key_secrets s JOIN service_keys k ON k.id = s.key_id
  WHERE s.revoked_at IS NULL AND k.revoked_at IS NULL AND (s.expires_at IS NULL OR s.expires_at > now())`;
const AGE = "extract(epoch FROM now() - min(created_at))";

const readFigures = sql<object, Figure>(
  "read-installation-figures",
  { gauge: "text", label: "text", value: "float8?" },
  [
    figure(CLOCK, "''", "extract(epoch FROM clock_timestamp())"),
    figure("latchkey_deliveries", "'waiting'", `SELECT count(*) ${WAITING}`),
    figure("latchkey_deliveries", "'failing'", `SELECT count(*) FROM ${FAILING_DELIVERIES}`),
    figure("latchkey_deliveries", "'abandoned'", `SELECT count(*) FROM ${ABANDONED_DELIVERIES}`),
    figure(
      "latchkey_delivery_overdue_seconds",
      "''",
      `SELECT greatest(0, extract(epoch FROM now() - min(next_attempt_at))) ${WAITING}`,
    ),
    figure(
      "latchkey_maintenance_finished_timestamp_seconds",
      "job",
      "extract(epoch FROM finished_at)",
      "FROM finished_jobs",
    ),
    ...PARTITIONED.map((table) =>
      figure(
        "latchkey_partitions_end_timestamp_seconds",
        `'${table}'`,
        `SELECT extract(epoch FROM max(to_date(right(relname, 8), 'YYYYMMDD')) + 1)
          FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid
          WHERE inhparent = '${table}'::regclass AND relname ~ '_\\d{8}$'`,
      ),
    ),
    figure(
      "latchkey_key_age_seconds",
      "'service_key'",
      `SELECT ${AGE.replace("created_at", "s.created_at")} ${LIVE_SECRETS}`,
    ),
    figure(
      "latchkey_key_age_seconds",
      "'receipts'",
      `SELECT ${AGE} FROM receipt_keys WHERE retired_at IS NULL`,
    ),
  ].join("\nUNION ALL\n"),
);

/** Reads of one scrape share a result. */
const KEPT_MS = 2_000;

const lastRead = (): { at: number; figures?: Promise<readonly Figure[] | null> } =>
  processState("installation-figures", () => ({ at: 0 }));

/** Measures what the database knows whenever metrics are read; while it is away, only `latchkey_database_up`. */
export function measureInstallation(): void {
  gauge({ name: "latchkey_database_up", help: "1 if the database answers, else 0." }, async (up) =>
    up.set((await figures()) ? 1 : 0),
  );
  for (const [name, { help, ...more }] of Object.entries(GAUGES)) {
    const label = "label" in more ? more.label : undefined;
    gauge<string>({ name, help, labels: label ? [label] : [] }, async (metric) => {
      metric.reset();
      // Without labels, there is a sample unless it is removed.
      if (!label) metric.remove();
      for (const each of (await figures()) ?? []) {
        if (each.gauge !== name || each.value === null) continue;
        if (label) metric.set({ [label]: each.label }, each.value);
        else metric.set(each.value);
      }
    });
  }
}

function figures(): Promise<readonly Figure[] | null> {
  const last = lastRead();
  const now = performance.now();
  if (!last.figures || now - last.at >= KEPT_MS) {
    last.at = now;
    last.figures = read();
  }
  return last.figures;
}

/** @returns null while the database is away */
async function read(): Promise<readonly Figure[] | null> {
  if (!(await databaseAnswers())) return null;
  try {
    const sentAt = Date.now();
    const rows = await readFigures({});
    // The statement ran about half-way between.
    const ranAt = (sentAt + Date.now()) / 2_000;
    const { endingKeys } = await keyState();
    return [
      ...rows.map((row) =>
        row.gauge === CLOCK ? { ...row, value: (row.value ?? 0) - ranAt } : row,
      ),
      { gauge: "latchkey_service_keys_ending", label: "", value: endingKeys },
    ];
  } catch (thrown) {
    logFailure(thrown, "metrics of the installation failed");
    return null;
  }
}
