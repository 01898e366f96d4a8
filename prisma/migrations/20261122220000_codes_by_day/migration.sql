-- Codes are stored by the day that they encode, so that old days are dropped whole. ADR 44 explains why.

-- What exists encodes no day and becomes the partition 0. No row is copied.
ALTER TABLE "authorization_codes" ADD COLUMN "day" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "authorization_codes" RENAME TO "authorization_codes_0";
ALTER TABLE "authorization_codes_0" DROP CONSTRAINT "authorization_codes_pkey";
ALTER TABLE "authorization_codes_0" ADD CONSTRAINT "authorization_codes_0_pkey" PRIMARY KEY ("code_hash", "day");
ALTER INDEX "authorization_codes_second_use_expires_at_code_hash_idx" RENAME TO "authorization_codes_0_second_use_expires_at_idx";
DROP TRIGGER "authorization_codes_end_family" ON "authorization_codes_0";

-- The hash comes first in the key, because servers of the version before look for it alone.
CREATE TABLE "authorization_codes" (
    LIKE "authorization_codes_0" INCLUDING DEFAULTS INCLUDING CONSTRAINTS,
    CONSTRAINT "authorization_codes_pkey" PRIMARY KEY ("code_hash", "day")
) PARTITION BY LIST ("day");

ALTER TABLE "authorization_codes" ATTACH PARTITION "authorization_codes_0" FOR VALUES IN (0);

-- A code whose day has no partition.
CREATE TABLE "authorization_codes_default" PARTITION OF "authorization_codes" DEFAULT;
CREATE INDEX "authorization_codes_default_second_use_expires_at_idx" ON "authorization_codes_default"("second_use_expires_at");

CREATE TRIGGER "authorization_codes_end_family" AFTER UPDATE OF "revoked_at" ON "authorization_codes" FOR EACH ROW
  WHEN (NEW."revoked_at" IS NOT NULL AND NEW."offline_used_at" IS NULL) EXECUTE FUNCTION "end_family_of_code"();

-- Servers of the version before clean up by the physical place of rows, which is unique only within a partition.
CREATE FUNCTION "reject_delete"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are deleted from its partitions', TG_TABLE_NAME;
END $$;

CREATE TRIGGER "authorization_codes_reject_delete" BEFORE DELETE ON "authorization_codes" FOR EACH STATEMENT
  EXECUTE FUNCTION "reject_delete"();

-- The grant that a stored code was issued for.
CREATE FUNCTION "grant_of_code"("hash" bytea, "of_day" int) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT "grant_id" FROM "authorization_codes" WHERE "code_hash" = "hash" AND "day" = "of_day");
END $$;

-- Creates the partition of a day (UTC). Returns whether there was none yet; null if it cannot be created: its day is too
-- far away or has rows in the default partition, or a lock is taken. The default partition is locked for a moment.
CREATE FUNCTION "create_partition"("table" text, "of_day" date) RETURNS boolean LANGUAGE plpgsql SET lock_timeout = '100ms' AS $$
DECLARE
  "partition" text := "table" || '_' || to_char("of_day", 'YYYYMMDD');
  "today" date := (now() AT TIME ZONE 'UTC')::date;
BEGIN
  IF "table" = 'calls' THEN RETURN "create_calls_partition"("of_day"); END IF;
  IF "table" <> 'authorization_codes' OR "of_day" NOT BETWEEN "today" - 60 AND "today" + 30 THEN RETURN NULL; END IF;
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
CREATE FUNCTION "drop_partition"("table" text, "before" date) RETURNS boolean LANGUAGE plpgsql SET lock_timeout = '100ms' AS $$
DECLARE
  "oldest" text;
BEGIN
  IF "table" = 'calls' THEN RETURN "drop_calls_partition"("before"); END IF;
  IF "table" <> 'authorization_codes' THEN RETURN NULL; END IF;
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
REVOKE EXECUTE ON FUNCTION "create_partition"(text, date), "drop_partition"(text, date) FROM PUBLIC;

SELECT "create_partition"('authorization_codes', (now() AT TIME ZONE 'UTC')::date + n) FROM generate_series(0, 7) AS n;
