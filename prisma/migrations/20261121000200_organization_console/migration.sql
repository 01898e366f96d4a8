-- AlterTable
ALTER TABLE "user_sessions" ADD COLUMN     "second_factor_pending" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "organizations" ADD COLUMN     "require_second_factor" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "client_secrets" ADD COLUMN     "last_used_from" TEXT;

-- AlterTable
ALTER TABLE "audit_rows" ADD COLUMN     "hash" BYTEA NOT NULL DEFAULT '\x'::bytea,
ADD COLUMN     "previous_hash" BYTEA;

-- CreateTable
CREATE TABLE "second_factors" (
    "user_id" TEXT NOT NULL,
    "encrypted" BYTEA NOT NULL,
    "encryption_key_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "confirmed_at" TIMESTAMPTZ(3),
    "last_step" BIGINT,

    CONSTRAINT "second_factors_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "recovery_codes" (
    "user_id" TEXT NOT NULL,
    "code_hash" BYTEA NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("user_id","code_hash")
);

-- CreateTable
CREATE TABLE "invitations" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "role" "organization_role" NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "invited_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "invitations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotent_requests" (
    "organization_id" TEXT NOT NULL,
    "actor" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "request_hash" BYTEA NOT NULL,
    "status" INTEGER,
    "encrypted" BYTEA,
    "encryption_key_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotent_requests_pkey" PRIMARY KEY ("organization_id","actor","key")
);

-- CreateTable
CREATE TABLE "audit_heads" (
    "organization_id" TEXT NOT NULL,
    "rows" BIGINT NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "audit_heads_pkey" PRIMARY KEY ("organization_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "invitations_token_hash_key" ON "invitations"("token_hash");

-- CreateIndex
CREATE INDEX "invitations_organization_id_created_at_idx" ON "invitations"("organization_id", "created_at");

-- CreateIndex
CREATE INDEX "idempotent_requests_expires_at_idx" ON "idempotent_requests"("expires_at");

-- AddForeignKey
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_fkey" FOREIGN KEY ("invited_by") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "idempotent_requests" ADD CONSTRAINT "idempotent_requests_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "audit_heads" ADD CONSTRAINT "audit_heads_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma cannot express.

-- Hashes are SHA-256, and only hashes are stored.
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_hash_length" CHECK (octet_length("token_hash") = 32);
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_hash_length" CHECK (octet_length("code_hash") = 32);
ALTER TABLE "idempotent_requests" ADD CONSTRAINT "idempotent_requests_hash_length" CHECK (octet_length("request_hash") = 32);

ALTER TABLE "invitations" ADD CONSTRAINT "invitations_email_lower_case" CHECK ("email" = lower("email") AND "email" LIKE '%_@_%');
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_ended_once" CHECK (num_nonnulls("accepted_at", "revoked_at") <= 1);
-- One open invitation for each address and organization.
CREATE UNIQUE INDEX "invitations_open_key" ON "invitations" ("organization_id", "email")
  WHERE "accepted_at" IS NULL AND "revoked_at" IS NULL;
ALTER TABLE "idempotent_requests" ADD CONSTRAINT "idempotent_requests_answer_whole"
  CHECK (num_nonnulls("status", "encrypted", "encryption_key_id") IN (0, 3));

-- An organization's audit rows form a chain: each holds the hash of the one before it.
CREATE FUNCTION "audit_row_hash"(r "audit_rows") RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(convert_to(jsonb_build_array(
    encode(r."previous_hash", 'hex'), r."id", r."organization_id", r."actor", r."action", r."target",
    r."before", r."after", r."ip_address", r."request_id",
    to_char(r."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text, 'UTF8'))
$$;

CREATE FUNCTION "audit_rows_chain"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The head is locked until the transaction ends: one row of an organization is added after the other.
  INSERT INTO "audit_heads" ("organization_id", "rows", "hash") VALUES (NEW."organization_id", 0, '\x')
    ON CONFLICT ("organization_id") DO UPDATE SET "rows" = "audit_heads"."rows"
    RETURNING nullif("hash", '\x') INTO NEW."previous_hash";
  -- Taken under the lock, so that ids rise along the chain.
  NEW."id" := nextval(pg_get_serial_sequence('audit_rows', 'id'));
  NEW."hash" := "audit_row_hash"(NEW);
  UPDATE "audit_heads" SET "rows" = "rows" + 1, "hash" = NEW."hash"
    WHERE "organization_id" = NEW."organization_id";
  RETURN NEW;
END $$;

-- Rows from before the chain are put into it as they are.
DO $$
DECLARE existing "audit_rows"; previous bytea; organization text := '';
BEGIN
  FOR existing IN SELECT * FROM "audit_rows" ORDER BY "organization_id", "id" LOOP
    IF existing."organization_id" <> organization THEN previous := NULL; END IF;
    organization := existing."organization_id";
    existing."previous_hash" := previous;
    previous := "audit_row_hash"(existing);
    UPDATE "audit_rows" SET "previous_hash" = existing."previous_hash", "hash" = previous WHERE "id" = existing."id";
    INSERT INTO "audit_heads" ("organization_id", "rows", "hash") VALUES (organization, 1, previous)
      ON CONFLICT ("organization_id") DO UPDATE SET "rows" = "audit_heads"."rows" + 1, "hash" = previous;
  END LOOP;
END $$;

CREATE TRIGGER "audit_rows_chain" BEFORE INSERT ON "audit_rows"
  FOR EACH ROW EXECUTE FUNCTION "audit_rows_chain"();
CREATE TRIGGER "audit_rows_append_only" BEFORE UPDATE OR DELETE ON "audit_rows"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "audit_rows_never_emptied" BEFORE TRUNCATE ON "audit_rows"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
ALTER TABLE "audit_rows" ADD CONSTRAINT "audit_rows_hash_length" CHECK (octet_length("hash") = 32);

-- What is cleaned up by age is found by block, which costs the insert next to nothing.
CREATE INDEX "authorization_events_created_at_brin" ON "authorization_events" USING brin ("created_at");
CREATE INDEX "api_calls_created_at_brin" ON "api_calls" USING brin ("created_at");
