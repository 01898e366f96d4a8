-- Access tokens are stored by the day that they encode, as codes are. ADR 44 explains why.

-- What exists encodes no day and becomes the partition 0. No row is copied; the key's index is built again.
ALTER TABLE "access_tokens" VALIDATE CONSTRAINT "access_tokens_secret_of_client_credentials";
ALTER TABLE "access_tokens" VALIDATE CONSTRAINT "access_tokens_session_of_online";
ALTER TABLE "access_tokens" ADD COLUMN "day" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "access_tokens" RENAME TO "access_tokens_0";
ALTER TABLE "access_tokens_0" DROP CONSTRAINT "access_tokens_pkey";
ALTER TABLE "access_tokens_0" ADD CONSTRAINT "access_tokens_0_pkey" PRIMARY KEY ("token_hash", "day");
ALTER INDEX "access_tokens_client_id_created_at_idx" RENAME TO "access_tokens_0_client_id_created_at_idx";
ALTER INDEX "access_tokens_expires_at_idx" RENAME TO "access_tokens_0_expires_at_idx";
DROP TRIGGER "access_tokens_client_epoch" ON "access_tokens_0";
DROP TRIGGER "access_tokens_family_hash" ON "access_tokens_0";

-- The hash comes first in the key, because servers of the version before look for it alone.
CREATE TABLE "access_tokens" (
    LIKE "access_tokens_0" INCLUDING DEFAULTS INCLUDING CONSTRAINTS,
    CONSTRAINT "access_tokens_pkey" PRIMARY KEY ("token_hash", "day")
) PARTITION BY LIST ("day");
CREATE INDEX "access_tokens_client_id_created_at_idx" ON "access_tokens"("client_id", "created_at");

ALTER TABLE "access_tokens" ATTACH PARTITION "access_tokens_0" FOR VALUES IN (0);

-- A token whose day has no partition.
CREATE TABLE "access_tokens_default" PARTITION OF "access_tokens" DEFAULT;
CREATE INDEX "access_tokens_default_expires_at_idx" ON "access_tokens_default"("expires_at");

CREATE TRIGGER "access_tokens_client_epoch" BEFORE INSERT ON "access_tokens" FOR EACH ROW
  WHEN (NEW."client_epoch" IS NULL) EXECUTE FUNCTION "fill_client_epoch"();
CREATE TRIGGER "access_tokens_family_hash" BEFORE INSERT ON "access_tokens" FOR EACH ROW
  WHEN (NEW."family_hash" IS NULL AND NEW."code_hash" IS NOT NULL) EXECUTE FUNCTION "fill_family_hash"();
CREATE TRIGGER "access_tokens_reject_delete" BEFORE DELETE ON "access_tokens" FOR EACH STATEMENT
  EXECUTE FUNCTION "reject_delete"();

-- far away or has rows in the default partition, or a lock is taken. The default partition is locked for a moment.
CREATE OR REPLACE FUNCTION "create_partition"("table" text, "of_day" date) RETURNS boolean LANGUAGE plpgsql SET lock_timeout = '100ms' AS $$
DECLARE
  "partition" text := "table" || '_' || to_char("of_day", 'YYYYMMDD');
  "today" date := (now() AT TIME ZONE 'UTC')::date;
BEGIN
  IF "table" = 'calls' THEN RETURN "create_calls_partition"("of_day"); END IF;
  IF "table" NOT IN ('authorization_codes', 'access_tokens') OR "of_day" NOT BETWEEN "today" - 60 AND "today" + 30 THEN RETURN NULL; END IF;
  BEGIN
    PERFORM pg_advisory_xact_lock(7283946502);
    IF to_regclass("partition") IS NOT NULL THEN RETURN false; END IF;
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL)', "partition", "table");
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES IN (%s)', "table", "partition", "of_day" - date '1970-01-01');
    RETURN true;
  EXCEPTION WHEN lock_not_available OR check_violation THEN
    RETURN NULL;
  END;
END $$;

-- Drops the oldest partition if its day is before the given one. Returns whether it did; null if there is none, and
-- false if it is in use: the lock is given up at once, because every request would wait behind it.
CREATE OR REPLACE FUNCTION "drop_partition"("table" text, "before" date) RETURNS boolean LANGUAGE plpgsql SET lock_timeout = '100ms' AS $$
DECLARE
  "oldest" text;
BEGIN
  IF "table" = 'calls' THEN RETURN "drop_calls_partition"("before"); END IF;
  IF "table" NOT IN ('authorization_codes', 'access_tokens') THEN RETURN NULL; END IF;
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
SELECT "create_partition"('access_tokens', (now() AT TIME ZONE 'UTC')::date + n) FROM generate_series(0, 7) AS n;
