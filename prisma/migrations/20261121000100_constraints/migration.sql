-- What Prisma cannot express: checks that make wrong states impossible.

-- Ids are 24 lower-case hex characters.
ALTER TABLE "users" ADD CONSTRAINT "users_id_form" CHECK ("id" ~ '^[0-9a-f]{24}$');
ALTER TABLE "user_sessions" ADD CONSTRAINT "user_sessions_id_form" CHECK ("id" ~ '^[0-9a-f]{24}$');
ALTER TABLE "organizations" ADD CONSTRAINT "organizations_id_form" CHECK ("id" ~ '^[0-9a-f]{24}$');
ALTER TABLE "clients" ADD CONSTRAINT "clients_id_form"
  CHECK ("client_id" ~ '^[0-9a-f]{24}$' AND "record_id" ~ '^[0-9a-f]{24}$');

ALTER TABLE "users" ADD CONSTRAINT "users_email_lower_case" CHECK ("email" = lower("email") AND "email" LIKE '%_@_%');
ALTER TABLE "user_sessions" ADD CONSTRAINT "user_sessions_expires_later" CHECK ("expires_at" > "created_at");
ALTER TABLE "organizations" ADD CONSTRAINT "organizations_name_present" CHECK (btrim("name") <> '');
ALTER TABLE "companies" ADD CONSTRAINT "companies_id_positive" CHECK ("id" > 0);

-- Lifetimes are bounded (document section 8 and ours), in seconds.
ALTER TABLE "clients" ADD CONSTRAINT "clients_name_present" CHECK (btrim("name") <> '' AND char_length("name") <= 120);
ALTER TABLE "clients" ADD CONSTRAINT "clients_access_token_lifetime_bounds" CHECK ("access_token_lifetime" BETWEEN 300 AND 86400);
ALTER TABLE "clients" ADD CONSTRAINT "clients_refresh_token_lifetime_bounds" CHECK ("refresh_token_lifetime" BETWEEN 3600 AND 157680000);
ALTER TABLE "clients" ADD CONSTRAINT "clients_version_positive" CHECK ("version" >= 1);

-- Hashes are SHA-256, and only hashes are stored.
ALTER TABLE "client_secrets" ADD CONSTRAINT "client_secrets_hash_length" CHECK (octet_length("secret_hash") = 32);
ALTER TABLE "authorization_codes" ADD CONSTRAINT "authorization_codes_hash_length" CHECK (octet_length("code_hash") = 32);
ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_hash_length" CHECK (octet_length("token_hash") = 32);
ALTER TABLE "refresh_tokens" ADD CONSTRAINT "refresh_tokens_hash_length" CHECK (octet_length("token_hash") = 32);
ALTER TABLE "owner_setup_links" ADD CONSTRAINT "owner_setup_links_hash_length" CHECK (octet_length("token_hash") = 32);

-- A flow runs for a company or for an organization, never for both or neither.
ALTER TABLE "grants" ADD CONSTRAINT "grants_one_subject" CHECK (num_nonnulls("company_id", "organization_id") = 1);
ALTER TABLE "authorization_requests" ADD CONSTRAINT "authorization_requests_one_subject" CHECK (num_nonnulls("company_id", "organization_id") = 1);
ALTER TABLE "authorization_codes" ADD CONSTRAINT "authorization_codes_one_subject" CHECK (num_nonnulls("company_id", "organization_id") = 1);
ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_one_subject" CHECK (num_nonnulls("company_id", "organization_id") = 1);
ALTER TABLE "refresh_tokens" ADD CONSTRAINT "refresh_tokens_one_subject" CHECK (num_nonnulls("company_id", "organization_id") = 1);

ALTER TABLE "grants" ADD CONSTRAINT "grants_scopes_present" CHECK (cardinality("scopes") > 0);
ALTER TABLE "grants" ADD CONSTRAINT "grants_epoch_positive" CHECK ("epoch" >= 1);
ALTER TABLE "authorization_requests" ADD CONSTRAINT "authorization_requests_decided_when_decided"
  CHECK (("decision" IS NULL) = ("decided_at" IS NULL));
ALTER TABLE "authorization_codes" ADD CONSTRAINT "authorization_codes_second_use_after_first"
  CHECK ("second_use_expires_at" >= "expires_at");

-- Every token but a client's own comes from a grant; an online one acts for a person, no other does.
ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_from_grant"
  CHECK (("grant_id" IS NULL) = ("grant_epoch" IS NULL) AND ("grant_id" IS NOT NULL OR "kind" = 'client_credentials'));
ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_online_has_user" CHECK (("kind" = 'online') = ("user_id" IS NOT NULL));

-- The API log names exactly the caller of its kind.
ALTER TABLE "api_calls" ADD CONSTRAINT "api_calls_one_caller"
  CHECK (("caller_kind" = 'system_user') = ("system_user_id" IS NOT NULL) AND ("caller_kind" = 'system_user' OR "user_id" IS NOT NULL));

ALTER TABLE "products" ADD CONSTRAINT "products_amounts" CHECK ("price" >= 0 AND "stock" >= 0);
ALTER TABLE "scopes" ADD CONSTRAINT "scopes_access_known" CHECK ("access" IN ('view', 'change', 'delete', 'other'));

-- Lists are sorted by name without regard to case, and leave out what is deleted.
CREATE INDEX "clients_organization_id_lower_name_client_id_idx"
  ON "clients" ("organization_id", lower("name"), "client_id") WHERE "deleted_at" IS NULL;

-- The history of grants is append-only and each entry is bound to the one before it. The text that is
-- hashed can be made from a receipt, one line per part; lib/oauth/grants/verify-receipt.ts does so.
CREATE FUNCTION "grant_events_chain"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT e."hash" INTO NEW."previous_hash" FROM "grant_events" e
    WHERE e."grant_id" = NEW."grant_id" ORDER BY e."id" DESC LIMIT 1;
  NEW."hash" := sha256(convert_to(concat_ws(E'\n',
    coalesce(encode(NEW."previous_hash", 'hex'), ''), NEW."grant_id", NEW."change"::text,
    array_to_string(NEW."scopes_before", ' '), array_to_string(NEW."scopes_after", ' '),
    coalesce(NEW."user_id", ''), NEW."client_version"::text,
    to_char(NEW."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')), 'UTF8'));
  RETURN NEW;
END $$;
CREATE TRIGGER "grant_events_chain" BEFORE INSERT ON "grant_events"
  FOR EACH ROW EXECUTE FUNCTION "grant_events_chain"();

CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;
CREATE TRIGGER "grant_events_append_only" BEFORE UPDATE OR DELETE ON "grant_events"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
ALTER TABLE "grant_events" ADD CONSTRAINT "grant_events_hash_length" CHECK (octet_length("hash") = 32);

-- One open question for each person, extension and company.
CREATE UNIQUE INDEX "consent_questions_open_key"
  ON "consent_questions" ("company_id", "client_id", "asked_by") WHERE "decision" IS NULL;
ALTER TABLE "consent_questions" ADD CONSTRAINT "consent_questions_decided_when_decided"
  CHECK (("decision" IS NULL) = ("decided_at" IS NULL));
