-- Events are stored by the day (UTC) on which they happened, so that old days are dropped whole. ADR 45 explains why.

-- What exists becomes the partition of all days up to today. No row is copied; the key's index is built again.
ALTER TABLE "authorization_events" RENAME TO "authorization_events_0";
ALTER TABLE "authorization_events_0" DROP CONSTRAINT "authorization_events_pkey";
ALTER TABLE "authorization_events_0" ADD CONSTRAINT "authorization_events_0_pkey" PRIMARY KEY ("id", "created_at");
ALTER INDEX "authorization_events_client_id_created_at_idx" RENAME TO "authorization_events_0_client_id_created_at_idx";
ALTER INDEX "authorization_events_request_id_idx" RENAME TO "authorization_events_0_request_id_idx";
ALTER INDEX "authorization_events_anonymous_idx" RENAME TO "authorization_events_0_anonymous_idx";
DROP INDEX "authorization_events_created_at_brin";

CREATE TABLE "authorization_events" (
    LIKE "authorization_events_0" INCLUDING DEFAULTS INCLUDING CONSTRAINTS,
    CONSTRAINT "authorization_events_pkey" PRIMARY KEY ("id", "created_at")
) PARTITION BY RANGE ("created_at");
ALTER SEQUENCE "authorization_events_id_seq" OWNED BY "authorization_events"."id";
CREATE INDEX "authorization_events_client_id_created_at_idx" ON "authorization_events"("client_id", "created_at");
CREATE INDEX "authorization_events_request_id_idx" ON "authorization_events"("request_id");
CREATE INDEX "authorization_events_anonymous_idx" ON "authorization_events" ("client_id", "created_at")
  WHERE outcome = 'refused' AND NOT authenticated;

DO $$
BEGIN
  EXECUTE format('ALTER TABLE "authorization_events" ATTACH PARTITION "authorization_events_0" FOR VALUES FROM (MINVALUE) TO (%L)',
    date_trunc('day', now(), 'UTC') + interval '24 hours');
END $$;

-- An event whose day has no partition.
CREATE TABLE "authorization_events_default" PARTITION OF "authorization_events" DEFAULT;

-- Servers of the version before clean up by the physical place of rows, which is unique only within a partition.
CREATE TRIGGER "authorization_events_reject_delete" BEFORE DELETE ON "authorization_events" FOR EACH STATEMENT
  EXECUTE FUNCTION "reject_delete"();

-- Creates the partition of a day (UTC). Returns whether there was none yet; null if it cannot be created: its day is too
-- far away or has rows in the default partition, or a lock is taken. The default partition is locked for a moment.
CREATE OR REPLACE FUNCTION "create_partition"("table" text, "of_day" date) RETURNS boolean LANGUAGE plpgsql SET lock_timeout = '100ms' AS $$
DECLARE
  "partition" text := "table" || '_' || to_char("of_day", 'YYYYMMDD');
  "today" date := (now() AT TIME ZONE 'UTC')::date;
  "start" timestamptz := "of_day"::timestamp AT TIME ZONE 'UTC';
  "values" text;
BEGIN
  IF "table" = 'calls' THEN RETURN "create_calls_partition"("of_day"); END IF;
  IF "of_day" NOT BETWEEN "today" - 60 AND "today" + 30 THEN RETURN NULL; END IF;
  IF "table" IN ('authorization_codes', 'access_tokens') THEN
    "values" := format('IN (%s)', "of_day" - date '1970-01-01');
  ELSIF "table" = 'authorization_events' THEN
    "values" := format('FROM (%L) TO (%L)', "start", "start" + interval '24 hours');
  ELSE
    RETURN NULL;
  END IF;
  BEGIN
    PERFORM pg_advisory_xact_lock(7283946502);
    IF to_regclass("partition") IS NOT NULL THEN RETURN false; END IF;
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL)', "partition", "table");
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES %s', "table", "partition", "values");
    RETURN true;
  EXCEPTION
    WHEN lock_not_available OR check_violation THEN RETURN NULL;
    -- It overlaps the partition of all days up to the migration.
    WHEN invalid_object_definition THEN RETURN false;
  END;
END $$;

-- Drops the oldest partition if its day is before the given one. Returns whether it did; null if there is none, and
-- false if it is in use: the lock is given up at once, because every request would wait behind it.
CREATE OR REPLACE FUNCTION "drop_partition"("table" text, "before" date) RETURNS boolean LANGUAGE plpgsql SET lock_timeout = '100ms' AS $$
DECLARE
  "oldest" text;
BEGIN
  IF "table" = 'calls' THEN RETURN "drop_calls_partition"("before"); END IF;
  IF "table" NOT IN ('authorization_codes', 'access_tokens', 'authorization_events') THEN RETURN NULL; END IF;
  "oldest" := (SELECT min(c.relname) FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = to_regclass("table") AND c.relname ~ '_[0-9]{8}$');
  IF "oldest" IS NULL
    OR "oldest" >= "table" || '_' || to_char(least("before", (now() AT TIME ZONE 'UTC')::date), 'YYYYMMDD') THEN
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
  EXECUTE format('ALTER FUNCTION "create_partition"(text, date) SECURITY DEFINER SET search_path = %I, pg_temp', current_schema());
  EXECUTE format('ALTER FUNCTION "drop_partition"(text, date) SECURITY DEFINER SET search_path = %I, pg_temp', current_schema());
END $$;
SELECT "create_partition"('authorization_events', (now() AT TIME ZONE 'UTC')::date + n) FROM generate_series(1, 7) AS n;
