-- AlterTable
ALTER TABLE "audit_rows" ADD COLUMN "personal" JSONB;

-- CreateTable
CREATE TABLE "audit_personal_values" (
    "digest" TEXT NOT NULL,
    "user_id" TEXT,
    "salt" BYTEA NOT NULL,
    "value" TEXT NOT NULL,

    CONSTRAINT "audit_personal_values_pkey" PRIMARY KEY ("digest")
);

-- CreateTable
CREATE TABLE "audit_former_heads" (
    "organization_id" TEXT NOT NULL,
    "rows" BIGINT NOT NULL,
    "hash" BYTEA NOT NULL,
    "broken_row_id" BIGINT,
    "continued_by" BYTEA NOT NULL,
    "migrated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_former_heads_pkey" PRIMARY KEY ("organization_id")
);

-- CreateTable
CREATE TABLE "audit_head_signatures" (
    "organization_id" TEXT NOT NULL,
    "payload" TEXT NOT NULL,
    "protected" TEXT NOT NULL,
    "signature" TEXT NOT NULL,

    CONSTRAINT "audit_head_signatures_pkey" PRIMARY KEY ("organization_id")
);

-- CreateTable
CREATE TABLE "platform_audit_rows" (
    "id" BIGSERIAL NOT NULL,
    "actor" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "target" TEXT NOT NULL,
    "before" JSONB,
    "after" JSONB,
    "ip_address" TEXT,
    "personal" JSONB,
    "request_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "previous_hash" BYTEA,
    "hash" BYTEA NOT NULL DEFAULT '\x'::bytea,

    CONSTRAINT "platform_audit_rows_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "platform_audit_heads" (
    "id" TEXT NOT NULL,
    "rows" BIGINT NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "platform_audit_heads_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "audit_personal_values_user_id_idx" ON "audit_personal_values"("user_id");

-- CreateIndex
CREATE INDEX "platform_audit_rows_target_id_idx" ON "platform_audit_rows"("target", "id");

-- AddForeignKey
ALTER TABLE "audit_former_heads" ADD CONSTRAINT "audit_former_heads_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "audit_head_signatures" ADD CONSTRAINT "audit_head_signatures_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "audit_former_heads"("organization_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma cannot express.

-- Values of any length are found by equality when a person is erased.
CREATE INDEX "audit_personal_values_value_idx" ON "audit_personal_values" USING hash (lower("value"));
ALTER TABLE "audit_personal_values" ADD CONSTRAINT "audit_personal_values_digest"
  CHECK ("digest" ~ '^[0-9a-f]{64}$' AND octet_length("salt") = 32);
ALTER TABLE "platform_audit_heads" ADD CONSTRAINT "platform_audit_heads_single" CHECK ("id" = 'platform');

-- The digest that a chain hashes instead of a personal value. The salt keeps anyone from guessing the value.
CREATE FUNCTION "audit_digest"("salt" bytea, "value" text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT encode(sha256("salt" || convert_to("value", 'UTF8')), 'hex')
$$;

CREATE FUNCTION "audit_store_personal"("person" text, "value" text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  new_salt bytea := uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());
  new_digest text := "audit_digest"(new_salt, "value");
BEGIN
  INSERT INTO "audit_personal_values" ("digest", "user_id", "salt", "value")
    VALUES (new_digest, "person", new_salt, "value");
  RETURN new_digest;
END $$;

-- Takes the personal values out of a row: texts of `before` and `after` with a personal name, and the address. Returns
-- their digests by place ("after.email"). The address is the actor's, the other values are the target's.
CREATE FUNCTION "audit_set_apart"(
  "actor" text, "target" text, "ip_address" text,
  INOUT "before" jsonb, INOUT "after" jsonb, OUT "personal" jsonb
) LANGUAGE plpgsql AS $$
DECLARE
  acting text := substring("actor" from '^(?:user|operator):([0-9a-f]{24})$');
  concerned text := substring("target" from 'user:([0-9a-f]{24})$');
  names text[] := ARRAY['email', 'first_name', 'last_name', 'full_name', 'external_id', 'granted_by', 'support_email',
    'ip_address', 'user_agent'];
  field text;
BEGIN
  "personal" := '{}';
  IF "target" LIKE 'user:%' THEN names := names || ARRAY['name']; END IF;
  FOREACH field IN ARRAY names LOOP
    IF jsonb_typeof("before" -> field) = 'string' THEN
      "personal" := "personal"
        || jsonb_build_object('before.' || field, "audit_store_personal"(concerned, "before" ->> field));
      "before" := "before" - field;
    END IF;
    IF jsonb_typeof("after" -> field) = 'string' THEN
      "personal" := "personal"
        || jsonb_build_object('after.' || field, "audit_store_personal"(concerned, "after" ->> field));
      "after" := "after" - field;
    END IF;
  END LOOP;
  IF "ip_address" IS NOT NULL THEN
    -- Whoever failed to sign in may be the person they claimed to be.
    IF "actor" LIKE 'anonymous:%' THEN acting := concerned; END IF;
    "personal" := "personal" || jsonb_build_object('ip_address', "audit_store_personal"(acting, "ip_address"));
  END IF;
  "personal" := nullif("personal", '{}');
END $$;

-- Up to here each row's hash covered the personal values themselves.
ALTER FUNCTION "audit_row_hash"("audit_rows") RENAME TO "audit_former_row_hash";
CREATE FUNCTION "audit_row_hash"(r "audit_rows") RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(convert_to(jsonb_build_array(
    encode(r."previous_hash", 'hex'), r."id", r."organization_id", r."actor", r."action", r."target",
    r."before", r."after", r."ip_address", r."request_id",
    to_char(r."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), r."personal")::text, 'UTF8'))
$$;

CREATE OR REPLACE FUNCTION "audit_rows_chain"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE latest timestamptz;
BEGIN
  SELECT * INTO NEW."before", NEW."after", NEW."personal"
    FROM "audit_set_apart"(NEW."actor", NEW."target", NEW."ip_address", NEW."before", NEW."after");
  NEW."ip_address" := NULL;
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

-- Existing rows keep their content, with personal values set apart. Each new chain starts from the end of the former
-- one, which is kept, with the first row at which the former chain was broken, if it was.
ALTER TABLE "audit_rows" DISABLE TRIGGER USER;
DO $$
DECLARE
  chain record;
  existing "audit_rows";
  former bytea;
  previous bytea;
  found bigint;
  broken bigint;
BEGIN
  FOR chain IN
    SELECT o."id", coalesce(h."rows", 0) AS "rows", coalesce(h."hash", '\x') AS "hash"
    FROM "organizations" o LEFT JOIN "audit_heads" h ON h."organization_id" = o."id"
    WHERE EXISTS (SELECT 1 FROM "audit_rows" r WHERE r."organization_id" = o."id") OR h."rows" > 0
  LOOP
    former := NULL;
    previous := nullif(chain."hash", '\x');
    found := 0;
    broken := NULL;
    FOR existing IN SELECT * FROM "audit_rows" WHERE "organization_id" = chain."id" ORDER BY "id" LOOP
      IF broken IS NULL AND (existing."hash" <> "audit_former_row_hash"(existing)
        OR existing."previous_hash" IS DISTINCT FROM former) THEN
        broken := existing."id";
      END IF;
      former := existing."hash";
      found := found + 1;
      SELECT * INTO existing."before", existing."after", existing."personal"
        FROM "audit_set_apart"(existing."actor", existing."target", existing."ip_address", existing."before",
          existing."after");
      existing."ip_address" := NULL;
      existing."previous_hash" := previous;
      previous := "audit_row_hash"(existing);
      UPDATE "audit_rows" SET "before" = existing."before", "after" = existing."after", "ip_address" = NULL,
        "personal" = existing."personal", "previous_hash" = existing."previous_hash", "hash" = previous
        WHERE "id" = existing."id";
    END LOOP;
    IF broken IS NULL AND (found <> chain."rows" OR former IS DISTINCT FROM nullif(chain."hash", '\x')) THEN
      broken := coalesce(existing."id", 0);
    END IF;
    INSERT INTO "audit_former_heads" ("organization_id", "rows", "hash", "broken_row_id", "continued_by")
      VALUES (chain."id", chain."rows", chain."hash", broken, coalesce(previous, '\x'));
    -- The number of rows stays as it was recorded, so that missing ones stay noticed.
    UPDATE "audit_heads" SET "hash" = coalesce(previous, '\x') WHERE "organization_id" = chain."id";
  END LOOP;
END $$;
ALTER TABLE "audit_rows" ENABLE TRIGGER USER;
DROP FUNCTION "audit_former_row_hash"("audit_rows");

-- The platform's own chain: what operators and service keys change.
CREATE FUNCTION "platform_audit_row_hash"(r "platform_audit_rows") RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(convert_to(jsonb_build_array(
    encode(r."previous_hash", 'hex'), r."id", 'platform', r."actor", r."action", r."target",
    r."before", r."after", r."ip_address", r."request_id",
    to_char(r."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), r."personal")::text, 'UTF8'))
$$;

CREATE FUNCTION "platform_audit_rows_chain"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE latest timestamptz;
BEGIN
  SELECT * INTO NEW."before", NEW."after", NEW."personal"
    FROM "audit_set_apart"(NEW."actor", NEW."target", NEW."ip_address", NEW."before", NEW."after");
  NEW."ip_address" := NULL;
  -- Locked until the transaction ends, like an organization's head.
  INSERT INTO "platform_audit_heads" ("id", "rows", "hash") VALUES ('platform', 0, '\x')
    ON CONFLICT ("id") DO UPDATE SET "rows" = "platform_audit_heads"."rows"
    RETURNING nullif("hash", '\x') INTO NEW."previous_hash";
  SELECT a."created_at" INTO latest FROM "platform_audit_rows" a ORDER BY a."id" DESC LIMIT 1;
  NEW."created_at" := greatest(date_trunc('milliseconds', clock_timestamp()), latest);
  NEW."id" := nextval(pg_get_serial_sequence('platform_audit_rows', 'id'));
  NEW."hash" := "platform_audit_row_hash"(NEW);
  UPDATE "platform_audit_heads" SET "rows" = "rows" + 1, "hash" = NEW."hash" WHERE "id" = 'platform';
  RETURN NEW;
END $$;

CREATE TRIGGER "platform_audit_rows_chain" BEFORE INSERT ON "platform_audit_rows"
  FOR EACH ROW EXECUTE FUNCTION "platform_audit_rows_chain"();
CREATE TRIGGER "platform_audit_rows_append_only" BEFORE UPDATE OR DELETE ON "platform_audit_rows"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "platform_audit_rows_never_emptied" BEFORE TRUNCATE ON "platform_audit_rows"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
ALTER TABLE "platform_audit_rows" ADD CONSTRAINT "platform_audit_rows_hash_length" CHECK (octet_length("hash") = 32);

-- The triggers write heads and personal values as the owner of the tables, as 20261121000600_audit_out_of_reach says.
-- Replacing a function takes these settings from it.
DO $$
BEGIN
  EXECUTE format('ALTER FUNCTION "audit_rows_chain"() SECURITY DEFINER SET search_path = %I, pg_temp', current_schema());
  EXECUTE format('ALTER FUNCTION "platform_audit_rows_chain"() SECURITY DEFINER SET search_path = %I, pg_temp', current_schema());
END $$;
REVOKE EXECUTE ON FUNCTION "audit_rows_chain"(), "platform_audit_rows_chain"() FROM PUBLIC;
