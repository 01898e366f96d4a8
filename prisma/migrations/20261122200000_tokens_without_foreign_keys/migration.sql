-- The statements that store codes, tokens and events take every id from a row that they read. ADR 42 explains why nothing
-- else checks them.
ALTER TABLE "authorization_codes"
  DROP CONSTRAINT "authorization_codes_client_id_fkey",
  DROP CONSTRAINT "authorization_codes_company_id_fkey",
  DROP CONSTRAINT "authorization_codes_organization_id_fkey",
  DROP CONSTRAINT "authorization_codes_grant_id_fkey",
  DROP CONSTRAINT "authorization_codes_user_id_fkey";

ALTER TABLE "access_tokens"
  DROP CONSTRAINT "access_tokens_client_id_fkey",
  DROP CONSTRAINT "access_tokens_company_id_fkey",
  DROP CONSTRAINT "access_tokens_organization_id_fkey",
  DROP CONSTRAINT "access_tokens_grant_id_fkey",
  DROP CONSTRAINT "access_tokens_user_id_fkey";

ALTER TABLE "refresh_tokens"
  DROP CONSTRAINT "refresh_tokens_client_id_fkey",
  DROP CONSTRAINT "refresh_tokens_company_id_fkey",
  DROP CONSTRAINT "refresh_tokens_organization_id_fkey",
  DROP CONSTRAINT "refresh_tokens_grant_id_fkey";

ALTER TABLE "authorization_events"
  DROP CONSTRAINT "authorization_events_client_id_fkey",
  DROP CONSTRAINT "authorization_events_company_id_fkey",
  DROP CONSTRAINT "authorization_events_organization_id_fkey";

-- A revoked grant ends its codes and access tokens by its epoch, so no statement looks for them by grant.
DROP INDEX "authorization_codes_grant_id_idx";
DROP INDEX "access_tokens_grant_id_idx";
