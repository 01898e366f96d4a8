-- The API log: a partition for each day, so that old days are dropped whole, and no foreign keys, so that writing a
-- batch touches nothing else. ADR 35 explains why.
CREATE TABLE "calls" (
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "request_id" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "company_id" BIGINT,
    "organization_id" TEXT,
    "caller_kind" "caller_kind" NOT NULL,
    "system_user_id" TEXT,
    "user_id" TEXT,
    "scope" TEXT,
    "method" TEXT NOT NULL,
    "path" TEXT,
    "status" INTEGER,
    "milliseconds" INTEGER,
    "gate_key_id" TEXT,
    "denial" TEXT,

    CONSTRAINT "calls_pkey" PRIMARY KEY ("created_at","request_id"),
    CONSTRAINT "calls_one_subject" CHECK (("company_id" IS NULL) <> ("organization_id" IS NULL)),
    CONSTRAINT "calls_one_caller" CHECK (("caller_kind" = 'system_user') = ("system_user_id" IS NOT NULL)
      AND ("caller_kind" = 'seller') = ("user_id" IS NOT NULL))
) PARTITION BY RANGE ("created_at");

CREATE INDEX "calls_company_id_created_at_request_id_idx" ON "calls"("company_id", "created_at", "request_id");
CREATE INDEX "calls_client_id_created_at_request_id_idx" ON "calls"("client_id", "created_at", "request_id");

-- No index contains last_at, and pages keep room, so that counting a call updates a row in place.
CREATE TABLE "call_totals" (
    "day" DATE NOT NULL,
    "client_id" TEXT NOT NULL,
    "company_id" BIGINT,
    "organization_id" TEXT,
    "method" TEXT NOT NULL,
    "path" TEXT,
    "scope" TEXT,
    "denied" BOOLEAN NOT NULL,
    "calls" INTEGER NOT NULL,
    "errors" INTEGER NOT NULL,
    "first_at" TIMESTAMPTZ(3) NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "call_totals_errors_are_calls" CHECK ("errors" BETWEEN 0 AND "calls")
) WITH (fillfactor = 80);

CREATE UNIQUE INDEX "call_totals_key" ON "call_totals"
  ("day", "client_id", "company_id", "organization_id", "method", "path", "scope", "denied") NULLS NOT DISTINCT;
CREATE INDEX "call_totals_client_id_day_idx" ON "call_totals"("client_id", "day");
CREATE INDEX "call_totals_company_id_client_id_day_idx" ON "call_totals"("company_id", "client_id", "day");

-- The partition of a day (UTC). Attaching a table does not lock readers and writers out; creating it as a partition
-- would. Returns whether there was none yet; null for a day that is too far away.
CREATE FUNCTION "create_calls_partition"("day" date) RETURNS boolean LANGUAGE plpgsql SET lock_timeout = '5s' AS $$
DECLARE
  "partition" text := 'calls_' || to_char("day", 'YYYYMMDD');
  "start" timestamptz := "day"::timestamp AT TIME ZONE 'UTC';
BEGIN
  IF "day" NOT BETWEEN current_date - 4000 AND current_date + 30 THEN RETURN NULL; END IF;
  PERFORM pg_advisory_xact_lock(7283946502);
  IF to_regclass("partition") IS NOT NULL THEN RETURN false; END IF;
  EXECUTE format('CREATE TABLE %I (LIKE "calls" INCLUDING ALL)', "partition");
  EXECUTE format('ALTER TABLE "calls" ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
    "partition", "start", "start" + interval '24 hours');
  RETURN true;
END $$;

-- Drops the oldest partition if its day is before the given one. Returns whether it did; null if there is none, and
-- false if calls are being read: the lock is given up at once, because every request would wait behind it.
CREATE FUNCTION "drop_calls_partition"("before" date) RETURNS boolean LANGUAGE plpgsql SET lock_timeout = '100ms' AS $$
DECLARE
  "oldest" text := (SELECT min(c.relname) FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'calls'::regclass);
BEGIN
  IF "oldest" IS NULL OR "oldest" >= 'calls_' || to_char(least("before", current_date), 'YYYYMMDD') THEN
    RETURN NULL;
  END IF;
  -- The first is held while a server grants rights on all tables, the second while a partition is created.
  IF NOT pg_try_advisory_xact_lock(7283946501) OR NOT pg_try_advisory_xact_lock(7283946502) THEN RETURN false; END IF;
  EXECUTE format('DROP TABLE IF EXISTS %I', "oldest");
  RETURN true;
EXCEPTION WHEN lock_not_available THEN
  RETURN false;
END $$;

DO $$
BEGIN
  EXECUTE format('ALTER FUNCTION "create_calls_partition"(date) SECURITY DEFINER SET search_path = %I, pg_temp', current_schema());
  EXECUTE format('ALTER FUNCTION "drop_calls_partition"(date) SECURITY DEFINER SET search_path = %I, pg_temp', current_schema());
END $$;
REVOKE EXECUTE ON FUNCTION "create_calls_partition"(date), "drop_calls_partition"(date) FROM PUBLIC;

-- Carries the old log over. Its request ids may be a caller's own; those become ids that name their second.
SELECT "create_calls_partition"("day")
FROM (
  SELECT DISTINCT ("created_at" AT TIME ZONE 'UTC')::date AS "day" FROM "api_calls"
  UNION
  SELECT (now() AT TIME ZONE 'UTC')::date + n FROM generate_series(0, 7) AS n
) AS needed
ORDER BY "day";

INSERT INTO "calls" ("created_at", "request_id", "client_id", "company_id", "caller_kind", "system_user_id", "user_id",
  "scope", "method", "path")
SELECT "created_at",
  CASE WHEN "request_id" ~ '^[0-9a-f]{24}$' AND starts_with("request_id", "second")
      AND row_number() OVER (PARTITION BY "created_at", "request_id" ORDER BY "id") = 1
    THEN "request_id" ELSE "second" || lpad(to_hex("id"), 16, '0') END,
  "client_id", "company_id", "caller_kind", "system_user_id", CASE "caller_kind" WHEN 'seller' THEN "user_id" END,
  "scope", "method", "path"
FROM (
  SELECT *, lpad(to_hex(floor(extract(epoch FROM "created_at"))::bigint), 8, '0') AS "second" FROM "api_calls"
) AS old;

INSERT INTO "call_totals" ("day", "client_id", "company_id", "method", "path", "scope", "denied", "calls", "errors",
  "first_at", "last_at")
SELECT ("created_at" AT TIME ZONE 'UTC')::date, "client_id", "company_id", "method", "path", "scope", false,
  count(*)::int, 0, min("created_at"), max("created_at")
FROM "api_calls" GROUP BY 1, 2, 3, 4, 5, 6;

DROP TABLE "api_calls";
