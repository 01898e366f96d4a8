-- Servers of the version before revoke a family row by row. They find its access tokens by "code_hash", which newer
-- servers leave empty.
CREATE FUNCTION "end_family_of_code"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "ended_token_families" ("family_hash", "expires_at")
  VALUES (NEW."code_hash", now() + interval '1827 days')
  ON CONFLICT ("family_hash") DO NOTHING;
  RETURN NULL;
END $$;

CREATE TRIGGER "refresh_tokens_end_family" AFTER UPDATE OF "revoked_at" ON "refresh_tokens" FOR EACH ROW
  WHEN (NEW."revoked_at" IS NOT NULL AND NEW."code_hash" IS NOT NULL) EXECUTE FUNCTION "end_family_of_code"();

-- Only codes without offline tokens: these servers also revoke the codes of an erased person, whose company keeps its
-- offline tokens.
CREATE TRIGGER "authorization_codes_end_family" AFTER UPDATE OF "revoked_at" ON "authorization_codes" FOR EACH ROW
  WHEN (NEW."revoked_at" IS NOT NULL AND NEW."offline_used_at" IS NULL) EXECUTE FUNCTION "end_family_of_code"();
