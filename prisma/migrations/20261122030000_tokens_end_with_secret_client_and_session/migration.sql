-- Access tokens end with the secret, the client's epoch or the session that they were issued under.
ALTER TABLE "clients" ADD COLUMN     "token_epoch" INTEGER NOT NULL DEFAULT 1;

ALTER TABLE "authorization_codes" ADD COLUMN     "session_id" TEXT,
ADD COLUMN     "offline_only" BOOLEAN NOT NULL DEFAULT false;

-- Stored tokens belong to the first epoch. The default rewrites no row, and goes at once: the trigger below knows better.
ALTER TABLE "access_tokens" ADD COLUMN     "client_epoch" INTEGER DEFAULT 1,
ADD COLUMN     "secret_id" TEXT,
ADD COLUMN     "session_id" TEXT;
ALTER TABLE "access_tokens" ALTER COLUMN "client_epoch" DROP DEFAULT;

-- Not validated: no stored row has a value, and a large table would be locked for as long as it is read.
ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_secret_of_client_credentials"
  CHECK ("secret_id" IS NULL OR "kind" = 'client_credentials') NOT VALID;
ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_session_of_online"
  CHECK ("session_id" IS NULL OR "kind" = 'online') NOT VALID;

-- A trigger, so that no way to deactivate a client can forget it, a server of the version before included.
CREATE FUNCTION "count_client_epoch"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."token_epoch" = OLD."token_epoch" + 1;
  RETURN NEW;
END $$;

CREATE TRIGGER "clients_end_tokens" BEFORE UPDATE OF "is_active", "deleted_at" ON "clients" FOR EACH ROW
  WHEN (OLD."is_active" AND NOT NEW."is_active" OR OLD."deleted_at" IS NULL AND NEW."deleted_at" IS NOT NULL)
  EXECUTE FUNCTION "count_client_epoch"();

-- What was issued before a deactivation that is over by now stays dead as well.
UPDATE "clients" SET "token_epoch" = 2 WHERE NOT "is_active" OR "deleted_at" IS NOT NULL;

-- For servers of the version before, which do not know the column.
CREATE FUNCTION "fill_client_epoch"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT c."token_epoch" INTO NEW."client_epoch" FROM "clients" c WHERE c."client_id" = NEW."client_id";
  RETURN NEW;
END $$;

CREATE TRIGGER "access_tokens_client_epoch" BEFORE INSERT ON "access_tokens" FOR EACH ROW
  WHEN (NEW."client_epoch" IS NULL) EXECUTE FUNCTION "fill_client_epoch"();

-- A deactivated account's sessions are over for good; online tokens end with them.
CREATE FUNCTION "end_sessions_of_person"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "user_sessions" SET "ended_at" = now() WHERE "user_id" = NEW."id" AND "ended_at" IS NULL;
  RETURN NULL;
END $$;

CREATE TRIGGER "users_end_sessions" AFTER UPDATE OF "deactivated_at" ON "users" FOR EACH ROW
  WHEN (OLD."deactivated_at" IS NULL AND NEW."deactivated_at" IS NOT NULL) EXECUTE FUNCTION "end_sessions_of_person"();
