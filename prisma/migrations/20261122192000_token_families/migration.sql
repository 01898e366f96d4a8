-- A revoked token family is one row, read together with each of its tokens. ADR 41 explains why.
CREATE TABLE "ended_token_families" (
    "family_hash" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ended_token_families_pkey" PRIMARY KEY ("family_hash"),
    CONSTRAINT "ended_token_families_hash_length" CHECK (octet_length("family_hash") = 32)
);

CREATE INDEX "ended_token_families_expires_at_idx" ON "ended_token_families"("expires_at");

ALTER TABLE "access_tokens" ADD COLUMN     "family_hash" BYTEA;
ALTER TABLE "grants" ADD COLUMN     "imports_ended_at" TIMESTAMPTZ(3);

-- Expired and revoked tokens stay as they are: they are dead already.
UPDATE "access_tokens" SET "family_hash" = "code_hash"
WHERE "code_hash" IS NOT NULL AND "revoked_at" IS NULL AND "expires_at" > now();

-- For servers of the version before, which do not know the column.
CREATE FUNCTION "fill_family_hash"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."family_hash" = NEW."code_hash";
  RETURN NEW;
END $$;

CREATE TRIGGER "access_tokens_family_hash" BEFORE INSERT ON "access_tokens" FOR EACH ROW
  WHEN (NEW."family_hash" IS NULL AND NEW."code_hash" IS NOT NULL) EXECUTE FUNCTION "fill_family_hash"();

-- No statement looks for the tokens of a code any more.
DROP INDEX "access_tokens_code_hash_idx";
DROP INDEX "refresh_tokens_code_hash_idx";
