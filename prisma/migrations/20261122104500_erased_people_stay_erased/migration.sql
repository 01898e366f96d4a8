-- A request that began before a person was erased may record something about them afterwards. The row keeps the digest,
-- and the value is not stored.
CREATE OR REPLACE FUNCTION "audit_store_personal"("person" text, "value" text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  new_salt bytea := uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());
  new_digest text := "audit_digest"(new_salt, "value");
BEGIN
  INSERT INTO "audit_personal_values" ("digest", "user_id", "salt", "value")
    SELECT new_digest, "person", new_salt, "value"
    WHERE NOT EXISTS (SELECT 1 FROM "users" u WHERE u."id" = "person" AND u."erased_at" IS NOT NULL);
  RETURN new_digest;
END $$;
