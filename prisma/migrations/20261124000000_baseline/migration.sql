-- The schema of the first release: the tables of prisma/schema.prisma, then what Prisma cannot express.

-- What the list searches: name, slug, tags and the hosts of redirect URLs. Immutable, as an index asks
-- for: the only part that PostgreSQL does not call so is array_to_string, and that is for arrays of dates.
CREATE FUNCTION "client_search_text"("name" text, "slug" text, "tags" text[], "redirect_urls" text[])
RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT lower("name" || E'\n' || "slug" || E'\n' || array_to_string("tags", E'\n') || E'\n'
    || regexp_replace(array_to_string("redirect_urls", E'\n'), 'https?://([^/?#\n]+)[^\n]*', '\1', 'g'))
$$;

CREATE TYPE "organization_role" AS ENUM ('owner', 'admin', 'developer', 'auditor');
CREATE TYPE "company_role" AS ENUM ('owner', 'admin', 'staff');
CREATE TYPE "operator_role" AS ENUM ('operator', 'support');
CREATE TYPE "company_status" AS ENUM ('active', 'suspended', 'closed');
CREATE TYPE "organization_status" AS ENUM ('active', 'suspended');
CREATE TYPE "membership_source" AS ENUM ('local', 'directory', 'claims');
CREATE TYPE "client_listing" AS ENUM ('draft', 'unlisted', 'listed');
CREATE TYPE "client_type" AS ENUM ('extension', 'platform', 'administrator', 'partner');
CREATE TYPE "refresh_rotation" AS ENUM ('none', 'confirm_on_use');
CREATE TYPE "access_token_kind" AS ENUM ('offline', 'online', 'client_credentials');
CREATE TYPE "grant_change" AS ENUM ('granted', 'changed', 'revoked');
CREATE TYPE "consent_decision" AS ENUM ('allowed', 'denied');
CREATE TYPE "authorization_outcome" AS ENUM ('issued', 'refused');
CREATE TYPE "delivery_kind" AS ENUM ('uninstall', 'auto_install');
CREATE TYPE "caller_kind" AS ENUM ('system_user', 'seller');

CREATE TABLE "users" (
    "id" TEXT NOT NULL,
    "external_id" TEXT,
    "email" TEXT,
    "password_hash" TEXT,
    "first_name" TEXT NOT NULL,
    "last_name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deactivated_at" TIMESTAMPTZ(3),
    "operator_role" "operator_role",
    "operator_source" "membership_source",
    "erased_at" TIMESTAMPTZ(3),
    "email_verified_at" TIMESTAMPTZ(3),
    "successor_id" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "second_factors" (
    "user_id" TEXT NOT NULL,
    "encrypted" BYTEA NOT NULL,
    "encryption_key_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "confirmed_at" TIMESTAMPTZ(3),
    "last_step" BIGINT,

    CONSTRAINT "second_factors_pkey" PRIMARY KEY ("user_id")
);

CREATE TABLE "recovery_codes" (
    "user_id" TEXT NOT NULL,
    "code_hash" BYTEA NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("user_id","code_hash")
);

CREATE TABLE "user_sessions" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "ip_address" TEXT,
    "user_agent" TEXT,
    "second_factor_pending" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "user_sessions_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "provider_sessions" (
    "id" TEXT NOT NULL,
    "session_id" TEXT NOT NULL,
    "sid" TEXT,
    "encrypted" BYTEA,
    "encryption_key_id" TEXT,
    "second_factor" BOOLEAN NOT NULL,
    "authenticated_at" TIMESTAMPTZ(3),
    "ignored_claims" TEXT[],

    CONSTRAINT "provider_sessions_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "provider_replays" (
    "value_hash" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "provider_replays_pkey" PRIMARY KEY ("value_hash")
);

CREATE TABLE "owner_setup_links" (
    "token_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "owner_setup_links_pkey" PRIMARY KEY ("token_hash")
);

CREATE TABLE "organizations" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "company_id" BIGINT NOT NULL,
    "verified" BOOLEAN NOT NULL DEFAULT false,
    "verification_note" TEXT,
    "status" "organization_status" NOT NULL DEFAULT 'active',
    "require_second_factor" BOOLEAN NOT NULL DEFAULT false,
    "first_steps" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "organizations_pkey" PRIMARY KEY ("id")
);

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
    "mailed_at" TIMESTAMPTZ(3),

    CONSTRAINT "invitations_pkey" PRIMARY KEY ("id")
);

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

CREATE TABLE "organization_members" (
    "organization_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "role" "organization_role" NOT NULL,
    "source" "membership_source" NOT NULL DEFAULT 'local',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "organization_members_pkey" PRIMARY KEY ("organization_id","user_id")
);

CREATE TABLE "companies" (
    "id" BIGSERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "status" "company_status" NOT NULL DEFAULT 'active',
    "is_external" BOOLEAN NOT NULL DEFAULT false,
    "is_sandbox" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "companies_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "company_members" (
    "company_id" BIGINT NOT NULL,
    "user_id" TEXT NOT NULL,
    "role" "company_role" NOT NULL,
    "source" "membership_source" NOT NULL DEFAULT 'local',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "company_members_pkey" PRIMARY KEY ("company_id","user_id")
);

CREATE TABLE "clients" (
    "client_id" TEXT NOT NULL,
    "record_id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "meta_user_id" TEXT,
    "author_id" TEXT,
    "author_client_id" TEXT,
    "client_type" "client_type" NOT NULL DEFAULT 'extension',
    "base_url" TEXT,
    "redirect_urls" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "scope_type" TEXT NOT NULL DEFAULT 'company',
    "scopes" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "grant_types" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "raw_permissions" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "access_token_lifetime" INTEGER NOT NULL DEFAULT 3600,
    "refresh_token_lifetime" INTEGER NOT NULL DEFAULT 31536000,
    "refresh_rotation" "refresh_rotation" NOT NULL DEFAULT 'none',
    "require_pkce" BOOLEAN NOT NULL DEFAULT false,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "token_epoch" INTEGER NOT NULL DEFAULT 1,
    "suspended_at" TIMESTAMPTZ(3),
    "suspension_reason" TEXT,
    "listing" "client_listing" NOT NULL DEFAULT 'unlisted',
    "listing_requested_at" TIMESTAMPTZ(3),
    "review" JSONB,
    "logo_id" TEXT,
    "policy_uri" TEXT,
    "tos_uri" TEXT,
    "support_email" TEXT,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "modified_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),
    "is_used" BOOLEAN NOT NULL DEFAULT false,
    "search_text" TEXT GENERATED ALWAYS AS ("client_search_text"("name", "slug", "tags", "redirect_urls")) STORED,

    CONSTRAINT "clients_pkey" PRIMARY KEY ("client_id")
);

CREATE TABLE "client_counts" (
    "organization_id" TEXT NOT NULL,
    "is_active" BOOLEAN NOT NULL,
    "client_type" "client_type" NOT NULL,
    "is_used" BOOLEAN NOT NULL,
    "loopback_redirect" BOOLEAN NOT NULL,
    "clients" INTEGER NOT NULL,

    CONSTRAINT "client_counts_pkey" PRIMARY KEY ("organization_id","is_active","client_type","is_used","loopback_redirect")
);

CREATE TABLE "client_tag_counts" (
    "organization_id" TEXT NOT NULL,
    "tag" TEXT NOT NULL,
    "is_active" BOOLEAN NOT NULL,
    "client_type" "client_type" NOT NULL,
    "is_used" BOOLEAN NOT NULL,
    "loopback_redirect" BOOLEAN NOT NULL,
    "clients" INTEGER NOT NULL,

    CONSTRAINT "client_tag_counts_pkey" PRIMARY KEY ("organization_id","tag","is_active","client_type","is_used","loopback_redirect")
);

CREATE TABLE "client_secrets" (
    "id" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "secret_hash" BYTEA,
    "foreign_hash" TEXT,
    "encrypted" BYTEA,
    "encryption_key_id" TEXT,
    "last_four" TEXT NOT NULL,
    "created_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "last_used_from" TEXT,

    CONSTRAINT "client_secrets_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "client_secret_holders" (
    "secret_id" TEXT NOT NULL,
    "actor" TEXT NOT NULL,

    CONSTRAINT "client_secret_holders_pkey" PRIMARY KEY ("secret_id","actor")
);

CREATE TABLE "system_users" (
    "id" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "username" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "system_users_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "scopes" (
    "name" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "sentence" TEXT NOT NULL,
    "group" TEXT NOT NULL,
    "access" TEXT NOT NULL,
    "customer_data" BOOLEAN NOT NULL DEFAULT false,
    "risk" TEXT NOT NULL DEFAULT 'medium',
    "restricted" BOOLEAN NOT NULL DEFAULT false,
    "deprecated" BOOLEAN NOT NULL DEFAULT false,
    "translations" JSONB NOT NULL DEFAULT '{}',
    "built_in" JSONB,

    CONSTRAINT "scopes_pkey" PRIMARY KEY ("name")
);

CREATE TABLE "scope_approvals" (
    "client_id" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "requested_by" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "approved" BOOLEAN,
    "decided_by" TEXT,
    "decided_at" TIMESTAMPTZ(3),
    "reason" TEXT,

    CONSTRAINT "scope_approvals_pkey" PRIMARY KEY ("client_id","scope")
);

CREATE TABLE "conformance_verdicts" (
    "client_id" TEXT NOT NULL,
    "verdict" TEXT NOT NULL,
    "checked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "conformance_verdicts_pkey" PRIMARY KEY ("client_id")
);

CREATE TABLE "client_draft_companies" (
    "client_id" TEXT NOT NULL,
    "company_id" BIGINT NOT NULL,

    CONSTRAINT "client_draft_companies_pkey" PRIMARY KEY ("client_id","company_id")
);

CREATE TABLE "service_keys" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "scopes" TEXT[],
    "created_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "service_keys_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "service_key_secrets" (
    "id" TEXT NOT NULL,
    "key_id" TEXT NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "last_four" TEXT NOT NULL,
    "seen_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "service_key_secrets_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "service_tokens" (
    "token_hash" BYTEA NOT NULL,
    "key_id" TEXT NOT NULL,
    "secret_id" TEXT NOT NULL,
    "scopes" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "service_tokens_pkey" PRIMARY KEY ("token_hash")
);

CREATE TABLE "images" (
    "id" TEXT NOT NULL,
    "content_type" TEXT NOT NULL,
    "bytes" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "images_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "brand" (
    "id" TEXT NOT NULL DEFAULT 'brand',
    "product_name" TEXT NOT NULL,
    "logo_id" TEXT,
    "accent_color" TEXT,
    "support_email" TEXT,
    "support_url" TEXT,
    "terms_url" TEXT,
    "privacy_url" TEXT,
    "modified_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "brand_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "company_invitations" (
    "id" TEXT NOT NULL,
    "company_id" BIGINT NOT NULL,
    "email" TEXT NOT NULL,
    "role" "company_role" NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "invited_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "mailed_at" TIMESTAMPTZ(3),

    CONSTRAINT "company_invitations_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "password_reset_links" (
    "token_hash" BYTEA NOT NULL,
    "user_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "is_mailed" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "password_reset_links_pkey" PRIMARY KEY ("token_hash")
);

CREATE TABLE "grants" (
    "id" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "company_id" BIGINT,
    "organization_id" TEXT,
    "scopes" TEXT[],
    "approved_by" TEXT,
    "epoch" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "modified_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revoked_at" TIMESTAMPTZ(3),
    "imports_ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "grants_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "receipt_keys" (
    "key_id" TEXT NOT NULL,
    "public_key" TEXT NOT NULL,
    "encrypted" BYTEA NOT NULL,
    "encryption_key_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "retired_at" TIMESTAMPTZ(3),

    CONSTRAINT "receipt_keys_pkey" PRIMARY KEY ("key_id")
);

CREATE TABLE "grant_events" (
    "id" BIGSERIAL NOT NULL,
    "grant_id" TEXT NOT NULL,
    "change" "grant_change" NOT NULL,
    "scopes_before" TEXT[],
    "scopes_after" TEXT[],
    "user_id" TEXT,
    "client_version" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "previous_hash" BYTEA,
    "hash" BYTEA NOT NULL DEFAULT '\x'::bytea,

    CONSTRAINT "grant_events_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "authorization_requests" (
    "id" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "company_id" BIGINT,
    "organization_id" TEXT,
    "user_id" TEXT NOT NULL,
    "redirect_uri" TEXT NOT NULL,
    "scopes" TEXT[],
    "state" TEXT,
    "code_challenge" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "decision" "consent_decision",
    "decided_at" TIMESTAMPTZ(3),

    CONSTRAINT "authorization_requests_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "consent_questions" (
    "id" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "company_id" BIGINT NOT NULL,
    "scopes" TEXT[],
    "asked_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "decision" "consent_decision",
    "decided_by" TEXT,
    "decided_at" TIMESTAMPTZ(3),

    CONSTRAINT "consent_questions_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "pushed_requests" (
    "reference_hash" BYTEA NOT NULL,
    "client_id" TEXT NOT NULL,
    "issuer" TEXT NOT NULL,
    "parameters" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "pushed_requests_pkey" PRIMARY KEY ("reference_hash")
);

CREATE TABLE "authorization_codes" (
    "day" INTEGER NOT NULL DEFAULT 0,
    "code_hash" BYTEA NOT NULL,
    "client_id" TEXT NOT NULL,
    "company_id" BIGINT,
    "organization_id" TEXT,
    "grant_id" TEXT NOT NULL,
    "grant_epoch" INTEGER NOT NULL,
    "user_id" TEXT NOT NULL,
    "session_id" TEXT,
    "offline_only" BOOLEAN NOT NULL DEFAULT false,
    "scopes" TEXT[],
    "redirect_uri" TEXT NOT NULL,
    "code_challenge" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "second_use_expires_at" TIMESTAMPTZ(3) NOT NULL,
    "online_used_at" TIMESTAMPTZ(3),
    "offline_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "authorization_codes_pkey" PRIMARY KEY ("code_hash","day")
) PARTITION BY LIST ("day");

CREATE TABLE "access_tokens" (
    "day" INTEGER NOT NULL DEFAULT 0,
    "token_hash" BYTEA NOT NULL,
    "kind" "access_token_kind" NOT NULL,
    "client_id" TEXT NOT NULL,
    "company_id" BIGINT,
    "organization_id" TEXT,
    "grant_id" TEXT,
    "grant_epoch" INTEGER,
    "user_id" TEXT,
    "session_id" TEXT,
    "secret_id" TEXT,
    "client_epoch" INTEGER,
    "family_hash" BYTEA,
    "scopes" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "access_tokens_pkey" PRIMARY KEY ("token_hash","day")
) PARTITION BY LIST ("day");

CREATE TABLE "refresh_tokens" (
    "token_hash" BYTEA NOT NULL,
    "family_id" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "company_id" BIGINT,
    "organization_id" TEXT,
    "grant_id" TEXT NOT NULL,
    "grant_epoch" INTEGER NOT NULL,
    "code_hash" BYTEA,
    "scopes" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),
    "superseded_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "refresh_tokens_pkey" PRIMARY KEY ("token_hash")
) WITH (fillfactor=90);

CREATE TABLE "ended_token_families" (
    "family_hash" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ended_token_families_pkey" PRIMARY KEY ("family_hash")
);

CREATE TABLE "audit_rows" (
    "id" BIGSERIAL NOT NULL,
    "organization_id" TEXT,
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

    CONSTRAINT "audit_rows_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "audit_heads" (
    "scope" TEXT NOT NULL,
    "rows" BIGINT NOT NULL,
    "hash" BYTEA NOT NULL,
    "latest" TIMESTAMPTZ(3),

    CONSTRAINT "audit_heads_pkey" PRIMARY KEY ("scope")
);

CREATE TABLE "audit_personal_values" (
    "digest" TEXT NOT NULL,
    "user_id" TEXT,
    "salt" BYTEA NOT NULL,
    "value" TEXT NOT NULL,

    CONSTRAINT "audit_personal_values_pkey" PRIMARY KEY ("digest")
);

CREATE TABLE "authorization_events" (
    "id" BIGSERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "outcome" "authorization_outcome" NOT NULL,
    "client_id" TEXT,
    "company_id" BIGINT,
    "organization_id" TEXT,
    "reason" TEXT NOT NULL,
    "detail" TEXT,
    "check" TEXT,
    "difference" JSONB,
    "input" JSONB,
    "fix" JSONB,
    "authenticated" BOOLEAN NOT NULL DEFAULT true,
    "signed_in" BOOLEAN NOT NULL DEFAULT false,
    "more" INTEGER NOT NULL DEFAULT 0,
    "request_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "authorization_events_pkey" PRIMARY KEY ("id","created_at")
) PARTITION BY RANGE ("created_at");

CREATE TABLE "calls" (
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "request_id" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "company_id" BIGINT,
    "organization_id" TEXT,
    "caller_kind" "caller_kind" NOT NULL,
    "system_user_id" TEXT,
    "user_id" TEXT,
    "scope" TEXT,
    "method" TEXT NOT NULL,
    "path" TEXT,
    "status" INTEGER,
    "milliseconds" INTEGER,
    "gate_key_id" TEXT,
    "denial" TEXT,

    CONSTRAINT "calls_pkey" PRIMARY KEY ("created_at","request_id")
) PARTITION BY RANGE ("created_at");

CREATE TABLE "call_totals" (
    "day" DATE NOT NULL,
    "client_id" TEXT NOT NULL,
    "company_id" BIGINT,
    "organization_id" TEXT,
    "method" TEXT NOT NULL,
    "path" TEXT,
    "scope" TEXT,
    "denied" BOOLEAN NOT NULL,
    "calls" INTEGER NOT NULL,
    "errors" INTEGER NOT NULL,
    "first_at" TIMESTAMPTZ(3) NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL
) WITH (fillfactor=80);

CREATE TABLE "call_hours" (
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "client_id" TEXT NOT NULL,
    "denial" TEXT NOT NULL,
    "calls" INTEGER NOT NULL,

    CONSTRAINT "call_hours_pkey" PRIMARY KEY ("hour","client_id","denial")
) WITH (fillfactor=80);

CREATE TABLE "event_totals" (
    "client_id" TEXT NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "outcome" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "check" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "first_at" TIMESTAMPTZ(3) NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "event_totals_pkey" PRIMARY KEY ("client_id","hour","outcome","reason","check")
);

CREATE TABLE "issue_resolutions" (
    "client_id" TEXT NOT NULL,
    "check" TEXT NOT NULL,
    "resolved_at" TIMESTAMPTZ(3) NOT NULL,
    "resolved_by" TEXT,

    CONSTRAINT "issue_resolutions_pkey" PRIMARY KEY ("client_id","check")
);

CREATE TABLE "deliveries" (
    "id" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "company_id" BIGINT,
    "organization_id" TEXT,
    "kind" "delivery_kind" NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "next_attempt_at" TIMESTAMPTZ(3),
    "delivered_at" TIMESTAMPTZ(3),
    "last_status" INTEGER,
    "last_error" TEXT,
    "traceparent" TEXT,

    CONSTRAINT "deliveries_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "failed_attempts" (
    "key" VARCHAR(255) NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "failed_attempts_pkey" PRIMARY KEY ("key")
);

CREATE TABLE "finished_jobs" (
    "job" TEXT NOT NULL,
    "finished_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "finished_jobs_pkey" PRIMARY KEY ("job")
);

CREATE TABLE "write_checks" (
    "id" TEXT NOT NULL,
    "checked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "write_checks_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "products" (
    "id" SERIAL NOT NULL,
    "company_id" BIGINT NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "brand" TEXT NOT NULL,
    "item_code" TEXT NOT NULL,
    "currency" TEXT NOT NULL,
    "price" INTEGER NOT NULL,
    "stock" INTEGER NOT NULL,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "products_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "users_external_id_key" ON "users"("external_id");
CREATE INDEX "users_successor_id_idx" ON "users"("successor_id");
CREATE INDEX "users_updated_at_idx" ON "users"("updated_at");
CREATE INDEX "user_sessions_user_id_idx" ON "user_sessions"("user_id");
CREATE INDEX "user_sessions_expires_at_idx" ON "user_sessions"("expires_at");
CREATE UNIQUE INDEX "provider_sessions_session_id_key" ON "provider_sessions"("session_id");
CREATE INDEX "provider_sessions_sid_idx" ON "provider_sessions"("sid");
CREATE INDEX "provider_replays_expires_at_idx" ON "provider_replays"("expires_at");
CREATE UNIQUE INDEX "organizations_company_id_key" ON "organizations"("company_id");
CREATE INDEX "organizations_updated_at_idx" ON "organizations"("updated_at");
CREATE INDEX "companies_updated_at_idx" ON "companies"("updated_at");
CREATE UNIQUE INDEX "invitations_token_hash_key" ON "invitations"("token_hash");
CREATE INDEX "invitations_organization_id_created_at_idx" ON "invitations"("organization_id", "created_at");
CREATE INDEX "idempotent_requests_expires_at_idx" ON "idempotent_requests"("expires_at");
CREATE INDEX "organization_members_user_id_idx" ON "organization_members"("user_id");
CREATE INDEX "organization_members_organization_id_created_at_user_id_idx" ON "organization_members"("organization_id", "created_at", "user_id");
CREATE INDEX "company_members_user_id_idx" ON "company_members"("user_id");
CREATE UNIQUE INDEX "clients_record_id_key" ON "clients"("record_id");
CREATE INDEX "clients_logo_id_idx" ON "clients"("logo_id");
CREATE UNIQUE INDEX "clients_organization_id_slug_key" ON "clients"("organization_id", "slug");
CREATE INDEX "client_secrets_last_four_idx" ON "client_secrets"("last_four");
CREATE INDEX "client_secrets_secret_hash_idx" ON "client_secrets"("secret_hash");
CREATE UNIQUE INDEX "client_secrets_client_id_secret_hash_key" ON "client_secrets"("client_id", "secret_hash");
CREATE UNIQUE INDEX "client_secrets_foreign_hash_client_id_key" ON "client_secrets"("foreign_hash", "client_id");
CREATE INDEX "client_secret_holders_actor_idx" ON "client_secret_holders"("actor");
CREATE UNIQUE INDEX "system_users_client_id_key" ON "system_users"("client_id");
CREATE UNIQUE INDEX "system_users_username_key" ON "system_users"("username");
CREATE UNIQUE INDEX "service_key_secrets_secret_hash_key" ON "service_key_secrets"("secret_hash");
CREATE INDEX "service_key_secrets_key_id_idx" ON "service_key_secrets"("key_id");
CREATE INDEX "service_key_secrets_seen_by_idx" ON "service_key_secrets"("seen_by");
CREATE INDEX "service_tokens_expires_at_idx" ON "service_tokens"("expires_at");
CREATE UNIQUE INDEX "company_invitations_token_hash_key" ON "company_invitations"("token_hash");
CREATE INDEX "company_invitations_company_id_created_at_idx" ON "company_invitations"("company_id", "created_at");
CREATE INDEX "password_reset_links_user_id_idx" ON "password_reset_links"("user_id");
CREATE INDEX "password_reset_links_expires_at_idx" ON "password_reset_links"("expires_at");
CREATE INDEX "grants_company_id_client_id_idx" ON "grants"("company_id", "client_id");
CREATE INDEX "grants_organization_id_idx" ON "grants"("organization_id");
CREATE UNIQUE INDEX "grants_client_id_company_id_key" ON "grants"("client_id", "company_id");
CREATE UNIQUE INDEX "grants_client_id_organization_id_key" ON "grants"("client_id", "organization_id");
CREATE INDEX "grant_events_grant_id_id_idx" ON "grant_events"("grant_id", "id");
CREATE INDEX "authorization_requests_expires_at_idx" ON "authorization_requests"("expires_at");
CREATE INDEX "consent_questions_company_id_created_at_idx" ON "consent_questions"("company_id", "created_at");
CREATE INDEX "pushed_requests_expires_at_idx" ON "pushed_requests"("expires_at");
CREATE INDEX "access_tokens_client_id_created_at_idx" ON "access_tokens"("client_id", "created_at");
CREATE INDEX "refresh_tokens_grant_id_family_id_idx" ON "refresh_tokens"("grant_id", "family_id");
CREATE INDEX "ended_token_families_expires_at_idx" ON "ended_token_families"("expires_at");
CREATE INDEX "audit_rows_organization_id_id_idx" ON "audit_rows"("organization_id", "id");
CREATE INDEX "audit_rows_organization_id_target_id_idx" ON "audit_rows"("organization_id", "target", "id");
CREATE INDEX "audit_personal_values_user_id_idx" ON "audit_personal_values"("user_id");
CREATE INDEX "authorization_events_client_id_created_at_idx" ON "authorization_events"("client_id", "created_at");
CREATE INDEX "authorization_events_created_at_idx" ON "authorization_events"("created_at");
CREATE INDEX "authorization_events_request_id_idx" ON "authorization_events"("request_id");
CREATE INDEX "calls_company_id_created_at_request_id_idx" ON "calls"("company_id", "created_at", "request_id");
CREATE INDEX "calls_client_id_created_at_request_id_idx" ON "calls"("client_id", "created_at", "request_id");
CREATE INDEX "call_hours_client_id_hour_idx" ON "call_hours"("client_id", "hour");
CREATE INDEX "call_totals_client_id_day_idx" ON "call_totals"("client_id", "day");
CREATE INDEX "call_totals_company_id_client_id_day_idx" ON "call_totals"("company_id", "client_id", "day");
CREATE INDEX "event_totals_hour_idx" ON "event_totals"("hour");
CREATE INDEX "deliveries_next_attempt_at_idx" ON "deliveries"("next_attempt_at");
CREATE INDEX "deliveries_company_id_client_id_created_at_idx" ON "deliveries"("company_id", "client_id", "created_at");
CREATE INDEX "products_company_id_id_idx" ON "products"("company_id", "id");
CREATE UNIQUE INDEX "products_company_id_slug_key" ON "products"("company_id", "slug");

ALTER TABLE "users" ADD CONSTRAINT "users_successor_id_fkey" FOREIGN KEY ("successor_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "user_sessions" ADD CONSTRAINT "user_sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "provider_sessions" ADD CONSTRAINT "provider_sessions_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "user_sessions"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "organizations" ADD CONSTRAINT "organizations_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_fkey" FOREIGN KEY ("invited_by") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "organization_members" ADD CONSTRAINT "organization_members_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "organization_members" ADD CONSTRAINT "organization_members_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "company_members" ADD CONSTRAINT "company_members_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "company_members" ADD CONSTRAINT "company_members_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "clients" ADD CONSTRAINT "clients_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "clients" ADD CONSTRAINT "clients_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "clients" ADD CONSTRAINT "clients_author_client_id_fkey" FOREIGN KEY ("author_client_id") REFERENCES "clients"("client_id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "clients" ADD CONSTRAINT "clients_logo_id_fkey" FOREIGN KEY ("logo_id") REFERENCES "images"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "client_counts" ADD CONSTRAINT "client_counts_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "client_tag_counts" ADD CONSTRAINT "client_tag_counts_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "client_secrets" ADD CONSTRAINT "client_secrets_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients"("client_id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "client_secrets" ADD CONSTRAINT "client_secrets_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "client_secret_holders" ADD CONSTRAINT "client_secret_holders_secret_id_fkey" FOREIGN KEY ("secret_id") REFERENCES "client_secrets"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "system_users" ADD CONSTRAINT "system_users_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients"("client_id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "scope_approvals" ADD CONSTRAINT "scope_approvals_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients"("client_id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "conformance_verdicts" ADD CONSTRAINT "conformance_verdicts_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients"("client_id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "client_draft_companies" ADD CONSTRAINT "client_draft_companies_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients"("client_id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "service_keys" ADD CONSTRAINT "service_keys_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "service_key_secrets" ADD CONSTRAINT "service_key_secrets_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "service_keys"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "service_key_secrets" ADD CONSTRAINT "service_key_secrets_seen_by_fkey" FOREIGN KEY ("seen_by") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "service_tokens" ADD CONSTRAINT "service_tokens_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "service_keys"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "service_tokens" ADD CONSTRAINT "service_tokens_secret_id_fkey" FOREIGN KEY ("secret_id") REFERENCES "service_key_secrets"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "brand" ADD CONSTRAINT "brand_logo_id_fkey" FOREIGN KEY ("logo_id") REFERENCES "images"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "company_invitations" ADD CONSTRAINT "company_invitations_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "company_invitations" ADD CONSTRAINT "company_invitations_invited_by_fkey" FOREIGN KEY ("invited_by") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "password_reset_links" ADD CONSTRAINT "password_reset_links_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "grants" ADD CONSTRAINT "grants_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients"("client_id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "grants" ADD CONSTRAINT "grants_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "grants" ADD CONSTRAINT "grants_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "grants" ADD CONSTRAINT "grants_approved_by_fkey" FOREIGN KEY ("approved_by") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "grant_events" ADD CONSTRAINT "grant_events_grant_id_fkey" FOREIGN KEY ("grant_id") REFERENCES "grants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "grant_events" ADD CONSTRAINT "grant_events_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "authorization_requests" ADD CONSTRAINT "authorization_requests_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients"("client_id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "authorization_requests" ADD CONSTRAINT "authorization_requests_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "authorization_requests" ADD CONSTRAINT "authorization_requests_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "authorization_requests" ADD CONSTRAINT "authorization_requests_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "consent_questions" ADD CONSTRAINT "consent_questions_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients"("client_id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "consent_questions" ADD CONSTRAINT "consent_questions_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "consent_questions" ADD CONSTRAINT "consent_questions_asked_by_fkey" FOREIGN KEY ("asked_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "consent_questions" ADD CONSTRAINT "consent_questions_decided_by_fkey" FOREIGN KEY ("decided_by") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "pushed_requests" ADD CONSTRAINT "pushed_requests_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients"("client_id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "audit_rows" ADD CONSTRAINT "audit_rows_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "issue_resolutions" ADD CONSTRAINT "issue_resolutions_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients"("client_id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "issue_resolutions" ADD CONSTRAINT "issue_resolutions_resolved_by_fkey" FOREIGN KEY ("resolved_by") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients"("client_id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "products" ADD CONSTRAINT "products_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Checks

-- Ids are 24 lower-case hex characters.
ALTER TABLE "users" ADD CONSTRAINT "users_id_form" CHECK ("id" ~ '^[0-9a-f]{24}$');
ALTER TABLE "user_sessions" ADD CONSTRAINT "user_sessions_id_form" CHECK ("id" ~ '^[0-9a-f]{24}$');
ALTER TABLE "users" ADD CONSTRAINT "users_email_lower_case" CHECK ("email" = lower("email") AND "email" LIKE '%_@_%');
ALTER TABLE "user_sessions" ADD CONSTRAINT "user_sessions_expires_later" CHECK ("expires_at" > "created_at");
ALTER TABLE "organizations" ADD CONSTRAINT "organizations_name_present" CHECK (btrim("name") <> '');

-- Lifetimes are bounded (document section 8 and ours), in seconds.
ALTER TABLE "clients" ADD CONSTRAINT "clients_name_present" CHECK (btrim("name") <> '' AND char_length("name") <= 120);
ALTER TABLE "clients" ADD CONSTRAINT "clients_access_token_lifetime_bounds" CHECK ("access_token_lifetime" BETWEEN 300 AND 86400);
ALTER TABLE "clients" ADD CONSTRAINT "clients_refresh_token_lifetime_bounds" CHECK ("refresh_token_lifetime" BETWEEN 3600 AND 157680000);
ALTER TABLE "clients" ADD CONSTRAINT "clients_version_positive" CHECK ("version" >= 1);

-- Hashes are SHA-256, and only hashes are stored.
ALTER TABLE "client_secrets" ADD CONSTRAINT "client_secrets_hash_length" CHECK (octet_length("secret_hash") = 32);
ALTER TABLE "client_secrets" ADD CONSTRAINT "client_secrets_some_hash" CHECK (num_nonnulls("secret_hash", "foreign_hash") > 0);
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
ALTER TABLE "grants" ADD CONSTRAINT "grants_epoch_positive" CHECK ("epoch" >= 1);
ALTER TABLE "authorization_requests" ADD CONSTRAINT "authorization_requests_decided_when_decided"
  CHECK (("decision" IS NULL) = ("decided_at" IS NULL));
ALTER TABLE "authorization_codes" ADD CONSTRAINT "authorization_codes_second_use_after_first"
  CHECK ("second_use_expires_at" >= "expires_at");

-- Every token but a client's own comes from a grant; an online one acts for a person, no other does.
ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_from_grant"
  CHECK (("grant_id" IS NULL) = ("grant_epoch" IS NULL) AND ("grant_id" IS NOT NULL OR "kind" = 'client_credentials'));
ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_online_has_user" CHECK (("kind" = 'online') = ("user_id" IS NOT NULL));
ALTER TABLE "products" ADD CONSTRAINT "products_amounts" CHECK ("price" >= 0 AND "stock" >= 0);
ALTER TABLE "scopes" ADD CONSTRAINT "scopes_access_known" CHECK ("access" IN ('view', 'change', 'delete', 'other'));
ALTER TABLE "grant_events" ADD CONSTRAINT "grant_events_hash_length" CHECK (octet_length("hash") = 32);
ALTER TABLE "consent_questions" ADD CONSTRAINT "consent_questions_decided_when_decided"
  CHECK (("decision" IS NULL) = ("decided_at" IS NULL));

-- Hashes are SHA-256, and only hashes are stored.
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_hash_length" CHECK (octet_length("token_hash") = 32);
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_hash_length" CHECK (octet_length("code_hash") = 32);
ALTER TABLE "idempotent_requests" ADD CONSTRAINT "idempotent_requests_hash_length" CHECK (octet_length("request_hash") = 32);
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_email_lower_case" CHECK ("email" = lower("email") AND "email" LIKE '%_@_%');
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_ended_once" CHECK (num_nonnulls("accepted_at", "revoked_at") <= 1);
ALTER TABLE "idempotent_requests" ADD CONSTRAINT "idempotent_requests_answer_whole"
  CHECK (num_nonnulls("status", "encrypted", "encryption_key_id") IN (0, 3));
ALTER TABLE "audit_rows" ADD CONSTRAINT "audit_rows_hash_length" CHECK (octet_length("hash") = 32);

-- What Prisma cannot express.
ALTER TABLE "client_counts" ADD CONSTRAINT "client_counts_not_negative" CHECK ("clients" >= 0);

-- What Prisma cannot express. A server of the version before adds up the finer counts, and finds the same.
ALTER TABLE "client_tag_counts" ADD CONSTRAINT "client_tag_counts_not_negative" CHECK ("clients" >= 0);

-- A call is about a company or an organization; only a company's extension is installed without a browser.
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_one_subject" CHECK (num_nonnulls("company_id", "organization_id") = 1);
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_install_for_company"
  CHECK ("kind" <> 'auto_install' OR "company_id" IS NOT NULL);
ALTER TABLE "authorization_events" ADD CONSTRAINT "authorization_events_more_check" CHECK ("more" >= 0);

ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_secret_of_client_credentials"
  CHECK ("secret_id" IS NULL OR "kind" = 'client_credentials');
ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_session_of_online"
  CHECK ("session_id" IS NULL OR "kind" = 'online');

-- One row and no more, however many processes write it.
ALTER TABLE "write_checks" ADD CONSTRAINT "write_checks_id_check" CHECK ("id" IN ('readyz', 'restored') OR "id" ~ '^machine:[0-9a-f-]{36}$');

-- RFC 7638: a thumbprint in base64url. RFC 8037: 32 bytes in base64url.
ALTER TABLE "receipt_keys" ADD CONSTRAINT "receipt_keys_form"
  CHECK ("key_id" ~ '^[A-Za-z0-9_-]{43}$' AND "public_key" ~ '^[A-Za-z0-9_-]{43}$');
ALTER TABLE "companies" ADD CONSTRAINT "companies_id_bounds" CHECK ("id" BETWEEN 1 AND 9007199254740991);
ALTER TABLE "users" ADD CONSTRAINT "users_password_has_email" CHECK ("password_hash" IS NULL OR "email" IS NOT NULL);
ALTER TABLE "users" ADD CONSTRAINT "users_external_id_form"
  CHECK ("external_id" ~ '^[!-~]{1,255}$' AND "external_id" !~ '[/?#%\\]');
ALTER TABLE "users" ADD CONSTRAINT "users_operator_has_source" CHECK (("operator_role" IS NULL) = ("operator_source" IS NULL));
ALTER TABLE "organizations" ADD CONSTRAINT "organizations_id_form" CHECK ("id" ~ '^[A-Za-z0-9_-]{1,64}$');
ALTER TABLE "clients" ADD CONSTRAINT "clients_id_form"
  CHECK ("client_id" ~ '^[A-Za-z0-9_-]{8,64}$' AND "record_id" ~ '^[0-9a-f]{24}$');
ALTER TABLE "clients" ADD CONSTRAINT "clients_suspended_with_reason"
  CHECK (("suspended_at" IS NULL) = ("suspension_reason" IS NULL));
ALTER TABLE "client_secrets" ADD CONSTRAINT "client_secrets_encrypted_under_key"
  CHECK (("encrypted" IS NULL) = ("encryption_key_id" IS NULL));
ALTER TABLE "scopes" ADD CONSTRAINT "scopes_risk_known" CHECK ("risk" IN ('low', 'medium', 'high'));
ALTER TABLE "scope_approvals" ADD CONSTRAINT "scope_approvals_decided_when_decided"
  CHECK (("approved" IS NULL) = ("decided_at" IS NULL));
ALTER TABLE "service_keys" ADD CONSTRAINT "service_keys_id_form" CHECK ("id" ~ '^[0-9a-f]{24}$');
ALTER TABLE "service_keys" ADD CONSTRAINT "service_keys_gate_alone"
  CHECK (cardinality("scopes") > 0 AND (NOT 'platform/gate' = ANY ("scopes") OR cardinality("scopes") = 1));
ALTER TABLE "service_key_secrets" ADD CONSTRAINT "service_key_secrets_hash_length" CHECK (octet_length("secret_hash") = 32);
ALTER TABLE "service_tokens" ADD CONSTRAINT "service_tokens_hash_length" CHECK (octet_length("token_hash") = 32);
ALTER TABLE "images" ADD CONSTRAINT "images_id_form" CHECK ("id" ~ '^[0-9a-f]{64}$' AND octet_length("bytes") <= 262144);
ALTER TABLE "brand" ADD CONSTRAINT "brand_single_row" CHECK ("id" = 'brand');
ALTER TABLE "password_reset_links" ADD CONSTRAINT "password_reset_links_hash_length" CHECK (octet_length("token_hash") = 32);
ALTER TABLE "company_invitations" ADD CONSTRAINT "company_invitations_hash_length" CHECK (octet_length("token_hash") = 32);
ALTER TABLE "audit_personal_values" ADD CONSTRAINT "audit_personal_values_digest"
  CHECK ("digest" ~ '^[0-9a-f]{64}$' AND octet_length("salt") = 32);

-- The same guarantees as for an organization's invitations.
ALTER TABLE "company_invitations" ADD CONSTRAINT "company_invitations_email_lower_case" CHECK ("email" = lower("email") AND "email" LIKE '%_@_%');
ALTER TABLE "company_invitations" ADD CONSTRAINT "company_invitations_ended_once" CHECK (num_nonnulls("accepted_at", "revoked_at") <= 1);
ALTER TABLE "provider_sessions" ADD CONSTRAINT "provider_sessions_id_token_has_key"
  CHECK (("encrypted" IS NULL) = ("encryption_key_id" IS NULL));
ALTER TABLE "provider_replays" ADD CONSTRAINT "provider_replays_hash_length" CHECK (octet_length("value_hash") = 32);
ALTER TABLE "conformance_verdicts" ADD CONSTRAINT "conformance_verdicts_verdict_known"
  CHECK ("verdict" IN ('passed', 'warning', 'failed', 'skipped'));

-- What Prisma cannot express.
ALTER TABLE "client_secret_holders" ADD CONSTRAINT "client_secret_holders_actor_form"
  CHECK ("actor" ~ '^(user:[0-9a-f]{24}|client:[A-Za-z0-9_-]{8,64})$');
ALTER TABLE "ended_token_families" ADD CONSTRAINT "ended_token_families_hash_length" CHECK (octet_length("family_hash") = 32);
ALTER TABLE "calls" ADD CONSTRAINT "calls_one_subject" CHECK (("company_id" IS NULL) <> ("organization_id" IS NULL));
ALTER TABLE "calls" ADD CONSTRAINT "calls_one_caller" CHECK (("caller_kind" = 'system_user') = ("system_user_id" IS NOT NULL)
      AND ("caller_kind" = 'seller') = ("user_id" IS NOT NULL));
ALTER TABLE "call_totals" ADD CONSTRAINT "call_totals_errors_are_calls" CHECK ("errors" BETWEEN 0 AND "calls");

-- Indexes

-- Whether a redirect URL leads to the machine of whoever opens it.
CREATE FUNCTION "redirects_to_loopback"("redirect_urls" text[])
RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_to_string("redirect_urls", E'\n') ~ '(^|\n)https?://(127\.0\.0\.1|\[::1\]|localhost)([:/?\n]|$)'
$$;

-- What two names share that look alike: without case, accents, spaces and punctuation, and with one letter for all that
-- look like it (digits, Cyrillic, Greek, Armenian). Each character of translate's first list becomes the one below it.
CREATE FUNCTION "name_skeleton"("name" text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(nullif(replace(replace(translate(
    lower(regexp_replace(normalize("name", NFKD), '[\u0300-\u036F\u200B-\u200F\u2060\uFEFF[:space:]!-/:-@[-`{}~]', '', 'g')),
    '0оОοΟօ1l|іІιΙӏӀıаАαΑвВβΒьЬсСϲԁеЕεΕɡһҺнНΗјЈкКκΚмМΜпηΝոрРρΡԛгѕЅтТτΤυսνѵѴԝԜωхХχΧуУүҮγΥΖζ',
    'ooooooiiiiiiiiiiaaaabbbbbbcccdeeeeghhhhhjjkkkkmmmnnnnppppqrssttttuuvvvwwwxxxxyyyyyyzz'), 'rn', 'm'), 'vv', 'w'), ''), "name")
$$;

-- The text that a search for people compares. concat_ws is not immutable, because it takes any type.
CREATE FUNCTION "person_search_text"(first_name TEXT, last_name TEXT, email TEXT) RETURNS TEXT
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN lower(first_name || ' ' || last_name || ' ' || coalesce(email, ''));

-- Lists are sorted by name without regard to case, and leave out what is deleted.
CREATE INDEX "clients_organization_id_lower_name_client_id_idx"
  ON "clients" ("organization_id", lower("name"), "client_id") WHERE "deleted_at" IS NULL;

-- One open question for each person, extension and company.
CREATE UNIQUE INDEX "consent_questions_open_key"
  ON "consent_questions" ("company_id", "client_id", "asked_by") WHERE "decision" IS NULL;

-- One open invitation for each address and organization.
CREATE UNIQUE INDEX "invitations_open_key" ON "invitations" ("organization_id", "email")
  WHERE "accepted_at" IS NULL AND "revoked_at" IS NULL;
CREATE INDEX "clients_live_created_idx" ON "clients" ("organization_id", "created_at", "client_id")
  WHERE "deleted_at" IS NULL;
CREATE INDEX "clients_live_name_idx" ON "clients" ("organization_id", lower("name"), "client_id")
  WHERE "deleted_at" IS NULL;
CREATE INDEX "clients_inactive_idx" ON "clients" ("organization_id", "created_at", "client_id")
  WHERE "deleted_at" IS NULL AND NOT "is_active";
CREATE INDEX "clients_loopback_idx" ON "clients" ("organization_id", "created_at", "client_id")
  WHERE "deleted_at" IS NULL AND "redirects_to_loopback"("redirect_urls");
CREATE INDEX "clients_deleted_idx" ON "clients" ("organization_id", "deleted_at")
  WHERE "deleted_at" IS NOT NULL;
CREATE INDEX "clients_tags_idx" ON "clients" USING gin ("tags");
CREATE INDEX "clients_never_used_idx" ON "clients" ("organization_id", "created_at", "client_id")
  WHERE "deleted_at" IS NULL AND NOT "is_used";
CREATE INDEX "user_sessions_ended_at_idx" ON "user_sessions" ("ended_at") WHERE "ended_at" IS NOT NULL;

-- One key signs at a time, however many servers start at once.
CREATE UNIQUE INDEX "receipt_keys_signing" ON "receipt_keys" (("retired_at" IS NULL)) WHERE "retired_at" IS NULL;

-- An e-mail address signs in only where there is a password.
CREATE UNIQUE INDEX "users_password_email_key" ON "users"("email") WHERE "password_hash" IS NOT NULL;
CREATE INDEX "users_email_idx" ON "users"("email");
CREATE INDEX "clients_listed_idx" ON "clients"(lower("name"), "client_id") WHERE "listing" = 'listed' AND "deleted_at" IS NULL;
-- A logo that waits for review is in use.
CREATE INDEX "clients_proposed_logo_idx" ON "clients"(("review" #>> '{proposed,logoId}'))
  WHERE ("review" #>> '{proposed,logoId}') IS NOT NULL;
CREATE INDEX "clients_listed_skeleton_idx" ON "clients"("name_skeleton"("name")) WHERE "listing" = 'listed' AND "deleted_at" IS NULL;
CREATE INDEX "clients_listing_requested_idx" ON "clients"("listing_requested_at") WHERE "listing_requested_at" IS NOT NULL;
CREATE INDEX "scope_approvals_open_idx" ON "scope_approvals"("requested_at") WHERE "approved" IS NULL;

-- Values of any length are found by equality when a person is erased.
CREATE INDEX "audit_personal_values_value_idx" ON "audit_personal_values" USING hash (lower("value"));
CREATE UNIQUE INDEX "company_invitations_open_key" ON "company_invitations" ("company_id", "email")
  WHERE "accepted_at" IS NULL AND "revoked_at" IS NULL;

-- What needs an operator's attention is rare, so that partial indexes of it are small.
CREATE INDEX "clients_suspended_idx" ON "clients"("suspended_at") WHERE "suspended_at" IS NOT NULL AND "deleted_at" IS NULL;
CREATE INDEX "companies_suspended_idx" ON "companies"("id") WHERE "status" = 'suspended';
CREATE INDEX "organizations_suspended_idx" ON "organizations"("id") WHERE "status" = 'suspended';
CREATE INDEX "deliveries_abandoned_idx" ON "deliveries"("created_at") WHERE "delivered_at" IS NULL AND "next_attempt_at" IS NULL;
CREATE UNIQUE INDEX "call_totals_key" ON "call_totals"
  ("day", "client_id", "company_id", "organization_id", "method", "path", "scope", "denied") NULLS NOT DISTINCT;

-- Few calls to extensions have not arrived, among many that have.
CREATE INDEX "deliveries_open_idx" ON "deliveries"("id") WHERE "delivered_at" IS NULL;
CREATE INDEX "grants_live_of_client_idx" ON "grants"("client_id", "modified_at", "id") WHERE "revoked_at" IS NULL;

-- The log shows the newest of each day. Few rows are in here: what is issued and what clients that
-- proved who they are were refused is not.
CREATE INDEX "authorization_events_anonymous_idx" ON "authorization_events" ("client_id", "created_at")
  WHERE outcome = 'refused' AND NOT authenticated;

-- The first denial of a client for a cause.
CREATE INDEX "event_totals_denied_idx" ON "event_totals" ("client_id", "check", "hour") WHERE outcome = 'refused';

-- The newest denied requests of a client and of the installation, among many that are not. Only a query of the whole
-- installation says that ids are not empty: for a client, its index would read the denials of all others.
CREATE INDEX "authorization_events_denied_of_client_idx" ON "authorization_events" ("client_id", "created_at")
  WHERE outcome = 'refused';
CREATE INDEX "authorization_events_denied_idx" ON "authorization_events" ("created_at")
  WHERE outcome = 'refused' AND request_id <> '';
CREATE INDEX "calls_denied_of_client_idx" ON "calls" ("client_id", "created_at", "request_id") WHERE denial IS NOT NULL;
CREATE INDEX "calls_denied_idx" ON "calls" ("created_at", "request_id") WHERE denial IS NOT NULL AND request_id <> '';

-- Functions

-- A client that came into the list (1) or went out of it (-1); one that changed did both.
CREATE TYPE "client_movement" AS (
  "organization_id" text, "is_active" boolean, "client_type" "client_type", "is_used" boolean,
  "loopback_redirect" boolean, "tags" text[], "difference" integer
);

-- When a record of the directory last changed.
CREATE FUNCTION "set_updated_at"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."updated_at" := CURRENT_TIMESTAMP;
  RETURN NEW;
END $$;

CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;

CREATE FUNCTION "mark_client_used"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "clients" SET "is_used" = true WHERE "client_id" = NEW."client_id" AND NOT "is_used";
  RETURN NULL;
END $$;

-- What goes was counted, so its row is there. What comes may meet a row that is just being dropped: ON CONFLICT
-- waits for that. In the order of the keys, so that two transactions cannot wait for each other.
CREATE FUNCTION "change_client_counts"("moved" "client_movement"[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  m record;
BEGIN
  FOR m IN
    SELECT "organization_id", "is_active", "client_type", "is_used", "loopback_redirect", sum("difference")::int AS n
    FROM unnest("moved") GROUP BY 1, 2, 3, 4, 5 HAVING sum("difference") <> 0 ORDER BY 1, 2, 3, 4, 5
  LOOP
    IF m.n > 0 THEN
      INSERT INTO "client_counts" AS c
        ("organization_id", "is_active", "client_type", "is_used", "loopback_redirect", "clients")
        VALUES (m."organization_id", m."is_active", m."client_type", m."is_used", m."loopback_redirect", m.n)
        ON CONFLICT ON CONSTRAINT "client_counts_pkey" DO UPDATE SET "clients" = c."clients" + EXCLUDED."clients";
    ELSE
      UPDATE "client_counts" c SET "clients" = c."clients" + m.n
        WHERE c."organization_id" = m."organization_id" AND c."is_active" = m."is_active"
          AND c."client_type" = m."client_type" AND c."is_used" = m."is_used"
          AND c."loopback_redirect" = m."loopback_redirect";
      DELETE FROM "client_counts" c
        WHERE c."organization_id" = m."organization_id" AND c."is_active" = m."is_active"
          AND c."client_type" = m."client_type" AND c."is_used" = m."is_used"
          AND c."loopback_redirect" = m."loopback_redirect" AND c."clients" = 0;
    END IF;
  END LOOP;
END $$;

CREATE FUNCTION "change_client_tag_counts"("moved" "client_movement"[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  m record;
BEGIN
  FOR m IN
    SELECT "organization_id", t."tag", "is_active", "client_type", "is_used", "loopback_redirect",
      sum("difference")::int AS n
    FROM unnest("moved") AS of_client, LATERAL (SELECT DISTINCT unnest(of_client."tags") AS "tag") t
    GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum("difference") <> 0 ORDER BY 1, 2, 3, 4, 5, 6
  LOOP
    IF m.n > 0 THEN
      INSERT INTO "client_tag_counts" AS c
        ("organization_id", "tag", "is_active", "client_type", "is_used", "loopback_redirect", "clients")
        VALUES (m."organization_id", m."tag", m."is_active", m."client_type", m."is_used", m."loopback_redirect", m.n)
        ON CONFLICT ON CONSTRAINT "client_tag_counts_pkey" DO UPDATE SET "clients" = c."clients" + EXCLUDED."clients";
    ELSE
      UPDATE "client_tag_counts" c SET "clients" = c."clients" + m.n
        WHERE c."organization_id" = m."organization_id" AND c."tag" = m."tag" AND c."is_active" = m."is_active"
          AND c."client_type" = m."client_type" AND c."is_used" = m."is_used"
          AND c."loopback_redirect" = m."loopback_redirect";
      DELETE FROM "client_tag_counts" c
        WHERE c."organization_id" = m."organization_id" AND c."tag" = m."tag" AND c."is_active" = m."is_active"
          AND c."client_type" = m."client_type" AND c."is_used" = m."is_used"
          AND c."loopback_redirect" = m."loopback_redirect" AND c."clients" = 0;
    END IF;
  END LOOP;
END $$;

-- By statement, not by row: a thousand clients stored at once change each count once. In the order of the
-- key, so that two transactions cannot wait for each other.
CREATE FUNCTION "count_clients"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  came "client_movement"[];
  went "client_movement"[];
BEGIN
  IF TG_OP <> 'DELETE' THEN
    came := ARRAY(SELECT ("organization_id", "is_active", "client_type", "is_used",
      "redirects_to_loopback"("redirect_urls"), "tags", 1)::"client_movement" FROM new_rows WHERE "deleted_at" IS NULL);
  END IF;
  IF TG_OP <> 'INSERT' THEN
    went := ARRAY(SELECT ("organization_id", "is_active", "client_type", "is_used",
      "redirects_to_loopback"("redirect_urls"), "tags", -1)::"client_movement" FROM old_rows WHERE "deleted_at" IS NULL);
  END IF;
  PERFORM "change_client_counts"(came || went);
  PERFORM "change_client_tag_counts"(came || went);
  RETURN NULL;
END $$;

-- A trigger, so that no way to deactivate a client can forget it.
CREATE FUNCTION "count_client_epoch"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."token_epoch" = OLD."token_epoch" + 1;
  RETURN NEW;
END $$;

-- A trigger, so that no way to store a token can forget what it ends with.
CREATE FUNCTION "fill_client_epoch"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT c."token_epoch" INTO NEW."client_epoch" FROM "clients" c WHERE c."client_id" = NEW."client_id";
  RETURN NEW;
END $$;

-- A deactivated account's sessions are over for good; online tokens end with them.
CREATE FUNCTION "end_sessions_of_person"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "user_sessions" SET "ended_at" = now() WHERE "user_id" = NEW."id" AND "ended_at" IS NULL;
  RETURN NULL;
END $$;

-- The history of grants is append-only and each entry is bound to the one before it. The text that is
-- hashed can be made from a receipt, one line per part; lib/protocol/grants/verify-receipt.ts does so.
CREATE FUNCTION "grant_events_chain"() RETURNS trigger LANGUAGE plpgsql AS $$
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

-- The digest that a chain hashes instead of a personal value. The salt keeps anyone from guessing the value.
CREATE FUNCTION "audit_digest"("salt" bytea, "value" text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT encode(sha256("salt" || convert_to("value", 'UTF8')), 'hex')
$$;

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

-- Audit rows form a chain for each organization and one for the platform, which has no organization: each row holds the
-- hash of the one before it.
CREATE FUNCTION "audit_row_hash"(r "audit_rows") RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(convert_to(jsonb_build_array(
    encode(r."previous_hash", 'hex'), r."id", coalesce(r."organization_id", 'platform'), r."actor", r."action", r."target",
    r."before", r."after", r."ip_address", r."request_id",
    to_char(r."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), r."personal")::text, 'UTF8'))
$$;

-- When an entry of a history was written is the database's to say, not the writer's: a compromised service could date
-- entries back. Along a chain the time never falls, not even while the clock is set back.
CREATE FUNCTION "audit_rows_chain"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  chain text := coalesce(NEW."organization_id", 'platform');
BEGIN
  SELECT * INTO NEW."before", NEW."after", NEW."personal"
    FROM "audit_set_apart"(NEW."actor", NEW."target", NEW."ip_address", NEW."before", NEW."after");
  NEW."ip_address" := NULL;
  -- The head is locked until the transaction ends: one row of a chain is added after the other.
  INSERT INTO "audit_heads" ("scope", "rows", "hash") VALUES (chain, 0, '\x')
    ON CONFLICT ("scope") DO UPDATE SET "rows" = "audit_heads"."rows"
    RETURNING nullif("hash", '\x'), greatest(date_trunc('milliseconds', clock_timestamp()), "latest")
    INTO NEW."previous_hash", NEW."created_at";
  -- Taken under the lock, so that ids rise along the chain.
  NEW."id" := nextval(pg_get_serial_sequence('audit_rows', 'id'));
  NEW."hash" := "audit_row_hash"(NEW);
  UPDATE "audit_heads" SET "rows" = "rows" + 1, "hash" = NEW."hash", "latest" = NEW."created_at"
    WHERE "scope" = chain;
  RETURN NEW;
END $$;


-- A request that began before a person was erased may record something about them afterwards. The row keeps the digest,
-- and the value is not stored.
CREATE FUNCTION "audit_store_personal"("person" text, "value" text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  new_salt bytea := uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());
  new_digest text := "audit_digest"(new_salt, "value");
BEGIN
  INSERT INTO "audit_personal_values" ("digest", "user_id", "salt", "value")
    SELECT new_digest, "person", new_salt, "value"
    WHERE NOT EXISTS (SELECT 1 FROM "users" u WHERE u."id" = "person" AND u."erased_at" IS NOT NULL);
  RETURN new_digest;
END $$;

-- The partition of a day (UTC). Attaching a table does not lock readers and writers out; creating it as a partition
-- would. Returns whether there was none yet; null for a day that is too far away.
CREATE FUNCTION "create_calls_partition"("day" date) RETURNS boolean LANGUAGE plpgsql SET lock_timeout = '5s' AS $$
DECLARE
  "partition" text := 'calls_' || to_char("day", 'YYYYMMDD');
  "start" timestamptz := "day"::timestamp AT TIME ZONE 'UTC';
BEGIN
  IF "day" NOT BETWEEN current_date - 4000 AND current_date + 30 THEN RETURN NULL; END IF;
  PERFORM pg_advisory_xact_lock(7283946502);
  IF to_regclass("partition") IS NOT NULL THEN RETURN false; END IF;
  EXECUTE format('CREATE TABLE %I (LIKE "calls" INCLUDING ALL)', "partition");
  EXECUTE format('ALTER TABLE "calls" ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
    "partition", "start", "start" + interval '24 hours');
  RETURN true;
END $$;

-- Drops the oldest partition if its day is before the given one. Returns whether it did; null if there is none, and
-- false if calls are being read: the lock is given up at once, because every request would wait behind it.
CREATE FUNCTION "drop_calls_partition"("before" date) RETURNS boolean LANGUAGE plpgsql SET lock_timeout = '100ms' AS $$
DECLARE
  "oldest" text := (SELECT min(c.relname) FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'calls'::regclass);
BEGIN
  IF "oldest" IS NULL OR "oldest" >= 'calls_' || to_char(least("before", current_date), 'YYYYMMDD') THEN
    RETURN NULL;
  END IF;
  -- The first is held while a server grants rights on all tables, the second while a partition is created.
  IF NOT pg_try_advisory_xact_lock(7283946501) OR NOT pg_try_advisory_xact_lock(7283946502) THEN RETURN false; END IF;
  EXECUTE format('DROP TABLE IF EXISTS %I', "oldest");
  RETURN true;
EXCEPTION WHEN lock_not_available THEN
  RETURN false;
END $$;

-- The platform may use any id, also one that the sequence of companies created here reaches later. Such an id is skipped.
CREATE FUNCTION "skip_used_company_ids"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WHILE EXISTS (SELECT 1 FROM "companies" c WHERE c."id" = NEW."id") LOOP
    NEW."id" := nextval('companies_id_seq');
  END LOOP;
  RETURN NEW;
END $$;

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
  "start" timestamptz := "of_day"::timestamp AT TIME ZONE 'UTC';
  "values" text;
BEGIN
  IF "table" = 'calls' THEN RETURN "create_calls_partition"("of_day"); END IF;
  IF "of_day" NOT BETWEEN "today" - 60 AND "today" + 30 THEN RETURN NULL; END IF;
  IF "table" IN ('authorization_codes', 'access_tokens') THEN
    "values" := format('IN (%s)', "of_day" - date '1970-01-01');
  ELSIF "table" = 'authorization_events' THEN
    "values" := format('FROM (%L) TO (%L)', "start", "start" + interval '24 hours');
  ELSE
    RETURN NULL;
  END IF;
  BEGIN
    PERFORM pg_advisory_xact_lock(7283946502);
    IF to_regclass("partition") IS NOT NULL THEN RETURN false; END IF;
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL)', "partition", "table");
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES %s', "table", "partition", "values");
    RETURN true;
  EXCEPTION
    WHEN lock_not_available OR check_violation THEN RETURN NULL;
  END;
END $$;

-- Drops the oldest partition if its day is before the given one. Returns whether it did; null if there is none, and
-- false if it is in use: the lock is given up at once, because every request would wait behind it.
CREATE FUNCTION "drop_partition"("table" text, "before" date) RETURNS boolean LANGUAGE plpgsql SET lock_timeout = '100ms' AS $$
DECLARE
  "oldest" text;
BEGIN
  IF "table" = 'calls' THEN RETURN "drop_calls_partition"("before"); END IF;
  IF "table" NOT IN ('authorization_codes', 'access_tokens', 'authorization_events') THEN RETURN NULL; END IF;
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

-- Triggers

CREATE TRIGGER "grant_events_chain" BEFORE INSERT ON "grant_events"
  FOR EACH ROW EXECUTE FUNCTION "grant_events_chain"();
CREATE TRIGGER "grant_events_append_only" BEFORE UPDATE OR DELETE ON "grant_events"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "audit_rows_chain" BEFORE INSERT ON "audit_rows"
  FOR EACH ROW EXECUTE FUNCTION "audit_rows_chain"();
CREATE TRIGGER "audit_rows_append_only" BEFORE UPDATE OR DELETE ON "audit_rows"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "audit_rows_never_emptied" BEFORE TRUNCATE ON "audit_rows"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "clients_counted_in" AFTER INSERT ON "clients"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "count_clients"();
CREATE TRIGGER "clients_counted_on" AFTER UPDATE ON "clients"
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "count_clients"();
CREATE TRIGGER "clients_counted_out" AFTER DELETE ON "clients"
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "count_clients"();

-- Only a secret's first use fires it: later ones neither pay for it nor wait for anybody.
CREATE TRIGGER "client_secrets_first_used" AFTER UPDATE OF "last_used_at" ON "client_secrets" FOR EACH ROW
  WHEN (OLD."last_used_at" IS NULL AND NEW."last_used_at" IS NOT NULL) EXECUTE FUNCTION "mark_client_used"();
CREATE TRIGGER "client_secrets_stored_used" AFTER INSERT ON "client_secrets" FOR EACH ROW
  WHEN (NEW."last_used_at" IS NOT NULL) EXECUTE FUNCTION "mark_client_used"();
CREATE TRIGGER "clients_end_tokens" BEFORE UPDATE OF "is_active", "deleted_at" ON "clients" FOR EACH ROW
  WHEN (OLD."is_active" AND NOT NEW."is_active" OR OLD."deleted_at" IS NULL AND NEW."deleted_at" IS NOT NULL)
  EXECUTE FUNCTION "count_client_epoch"();
CREATE TRIGGER "users_end_sessions" AFTER UPDATE OF "deactivated_at" ON "users" FOR EACH ROW
  WHEN (OLD."deactivated_at" IS NULL AND NEW."deactivated_at" IS NOT NULL) EXECUTE FUNCTION "end_sessions_of_person"();
CREATE TRIGGER "companies_local_ids" BEFORE INSERT ON "companies" FOR EACH ROW
  WHEN (NOT NEW."is_external" AND NEW."id" >= 4503599627370496) EXECUTE FUNCTION "skip_used_company_ids"();

CREATE TRIGGER "access_tokens_client_epoch" BEFORE INSERT ON "access_tokens" FOR EACH ROW
  WHEN (NEW."client_epoch" IS NULL) EXECUTE FUNCTION "fill_client_epoch"();

-- Only columns that the directory returns: a new password does not change a person there.
CREATE TRIGGER "users_updated_at" BEFORE UPDATE ON "users" FOR EACH ROW
  WHEN ((OLD."external_id", OLD."email", OLD."first_name", OLD."last_name", OLD."deactivated_at" IS NULL,
      OLD."email_verified_at" IS NULL, OLD."password_hash" IS NULL, OLD."operator_role")
    IS DISTINCT FROM (NEW."external_id", NEW."email", NEW."first_name", NEW."last_name", NEW."deactivated_at" IS NULL,
      NEW."email_verified_at" IS NULL, NEW."password_hash" IS NULL, NEW."operator_role")) EXECUTE FUNCTION "set_updated_at"();
CREATE TRIGGER "organizations_updated_at" BEFORE UPDATE ON "organizations" FOR EACH ROW
  WHEN ((OLD."name", OLD."company_id", OLD."verified", OLD."status", OLD."verification_note")
    IS DISTINCT FROM (NEW."name", NEW."company_id", NEW."verified", NEW."status", NEW."verification_note")) EXECUTE FUNCTION "set_updated_at"();
CREATE TRIGGER "companies_updated_at" BEFORE UPDATE ON "companies" FOR EACH ROW
  WHEN ((OLD."name", OLD."status", OLD."is_sandbox", OLD."is_external")
    IS DISTINCT FROM (NEW."name", NEW."status", NEW."is_sandbox", NEW."is_external")) EXECUTE FUNCTION "set_updated_at"();

-- Search by a part of a word, where the extension may be created. Without it, searches read all rows of a tenant.

DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX "clients_search_text_idx" ON "clients" USING gin ("search_text" gin_trgm_ops);
  CREATE INDEX "users_search_idx" ON "users"
    USING gin ("person_search_text"("first_name", "last_name", "email") gin_trgm_ops);
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN
  RAISE NOTICE 'pg_trgm is not available: %', SQLERRM;
END $$;

-- Rights: a role that may only add audit rows writes no head of a chain, and a role that owns no table creates and drops
-- partitions, because these functions run as the owner. Their search path is fixed, or a temporary table could stand in
-- for one of ours. Triggers fire without the right to execute; who had it could write heads from a table of their own.

DO $$
DECLARE
  of_owner regprocedure;
BEGIN
  FOREACH of_owner IN ARRAY ARRAY['audit_rows_chain()', 'create_calls_partition(date)',
    'drop_calls_partition(date)', 'create_partition(text, date)', 'drop_partition(text, date)']::regprocedure[]
  LOOP
    EXECUTE format('ALTER FUNCTION %s SECURITY DEFINER SET search_path = %I, pg_temp', of_owner, current_schema());
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', of_owner);
  END LOOP;
END $$;

-- Partitions. Imported access tokens encode no day and are in the partition 0; a default holds rows of days without one.

CREATE TABLE "authorization_codes_default" PARTITION OF "authorization_codes" DEFAULT;
CREATE INDEX "authorization_codes_default_second_use_expires_at_idx" ON "authorization_codes_default"("second_use_expires_at");
CREATE TABLE "access_tokens_0" PARTITION OF "access_tokens" FOR VALUES IN (0);
CREATE INDEX "access_tokens_0_expires_at_idx" ON "access_tokens_0"("expires_at");
CREATE TABLE "access_tokens_default" PARTITION OF "access_tokens" DEFAULT;
CREATE INDEX "access_tokens_default_expires_at_idx" ON "access_tokens_default"("expires_at");
CREATE TABLE "authorization_events_default" PARTITION OF "authorization_events" DEFAULT;

SELECT "create_partition"("table", (now() AT TIME ZONE 'UTC')::date + n)
  FROM unnest(ARRAY['authorization_codes', 'access_tokens', 'authorization_events', 'calls']) AS "table",
    generate_series(0, 7) AS n;

-- Companies created here have ids above any id of the platform.
ALTER SEQUENCE "companies_id_seq" AS BIGINT MAXVALUE 9007199254740991 RESTART WITH 4503599627370496;

-- Jobs count from now, so that one that never succeeds is noticed.
INSERT INTO "finished_jobs" ("job", "finished_at") VALUES ('clean-up', now()), ('partitions', now());
