-- When an entry of a history was written is the database's to say, not the writer's: a compromised service could date
-- entries back. Along a chain the time never falls, not even while the clock is set back.

CREATE OR REPLACE FUNCTION "audit_rows_chain"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE latest timestamptz;
BEGIN
  -- The head is locked until the transaction ends: one row of an organization is added after the other.
  INSERT INTO "audit_heads" ("organization_id", "rows", "hash") VALUES (NEW."organization_id", 0, '\x')
    ON CONFLICT ("organization_id") DO UPDATE SET "rows" = "audit_heads"."rows"
    RETURNING nullif("hash", '\x') INTO NEW."previous_hash";
  SELECT a."created_at" INTO latest FROM "audit_rows" a
    WHERE a."organization_id" = NEW."organization_id" ORDER BY a."id" DESC LIMIT 1;
  NEW."created_at" := greatest(date_trunc('milliseconds', clock_timestamp()), latest);
  -- Taken under the lock, so that ids rise along the chain.
  NEW."id" := nextval(pg_get_serial_sequence('audit_rows', 'id'));
  NEW."hash" := "audit_row_hash"(NEW);
  UPDATE "audit_heads" SET "rows" = "rows" + 1, "hash" = NEW."hash"
    WHERE "organization_id" = NEW."organization_id";
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION "grant_events_chain"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE latest timestamptz;
BEGIN
  SELECT e."hash", e."created_at" INTO NEW."previous_hash", latest FROM "grant_events" e
    WHERE e."grant_id" = NEW."grant_id" ORDER BY e."id" DESC LIMIT 1;
  NEW."created_at" := greatest(date_trunc('milliseconds', clock_timestamp()), latest);
  NEW."hash" := sha256(convert_to(concat_ws(E'\n',
    coalesce(encode(NEW."previous_hash", 'hex'), ''), NEW."grant_id", NEW."change"::text,
    array_to_string(NEW."scopes_before", ' '), array_to_string(NEW."scopes_after", ' '),
    coalesce(NEW."user_id", ''), NEW."client_version"::text,
    to_char(NEW."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')), 'UTF8'));
  RETURN NEW;
END $$;

-- Replacing a function takes its settings (20261121000600_audit_out_of_reach) from it.
DO $$
BEGIN
  EXECUTE format('ALTER FUNCTION "audit_rows_chain"() SECURITY DEFINER SET search_path = %I, pg_temp', current_schema());
END $$;
REVOKE EXECUTE ON FUNCTION "audit_rows_chain"() FROM PUBLIC;
