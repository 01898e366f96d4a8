-- A platform brings its own companies, people, organizations and clients.

-- Company ids are the platform's integers, up to 2^53-1. Each table is rewritten once, under a lock.
ALTER TABLE "companies" ALTER COLUMN "id" TYPE BIGINT;
ALTER TABLE "organizations" ALTER COLUMN "company_id" TYPE BIGINT;
ALTER TABLE "company_members" ALTER COLUMN "company_id" TYPE BIGINT;
ALTER TABLE "grants" ALTER COLUMN "company_id" TYPE BIGINT;
ALTER TABLE "authorization_requests" ALTER COLUMN "company_id" TYPE BIGINT;
ALTER TABLE "consent_questions" ALTER COLUMN "company_id" TYPE BIGINT;
ALTER TABLE "authorization_codes" ALTER COLUMN "company_id" TYPE BIGINT;
ALTER TABLE "access_tokens" ALTER COLUMN "company_id" TYPE BIGINT;
ALTER TABLE "refresh_tokens" ALTER COLUMN "company_id" TYPE BIGINT;
ALTER TABLE "authorization_events" ALTER COLUMN "company_id" TYPE BIGINT;
ALTER TABLE "api_calls" ALTER COLUMN "company_id" TYPE BIGINT;
ALTER TABLE "deliveries" ALTER COLUMN "company_id" TYPE BIGINT;
ALTER TABLE "products" ALTER COLUMN "company_id" TYPE BIGINT;
ALTER TABLE "companies" DROP CONSTRAINT "companies_id_positive";
ALTER TABLE "companies" ADD CONSTRAINT "companies_id_bounds" CHECK ("id" BETWEEN 1 AND 9007199254740991);
-- Those created here start at 2^52, above any id of the platform. Existing ones keep theirs.
ALTER SEQUENCE "companies_id_seq" AS BIGINT MAXVALUE 9007199254740991 RESTART WITH 4503599627370496;

-- CreateEnum
CREATE TYPE "operator_role" AS ENUM ('operator', 'support');

-- CreateEnum
CREATE TYPE "company_status" AS ENUM ('active', 'suspended', 'closed');

-- CreateEnum
CREATE TYPE "organization_status" AS ENUM ('active', 'suspended');

-- CreateEnum
CREATE TYPE "membership_source" AS ENUM ('local', 'directory', 'claims');

-- CreateEnum
CREATE TYPE "client_listing" AS ENUM ('draft', 'unlisted', 'listed');

-- DropIndex
DROP INDEX "users_email_key";

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "erased_at" TIMESTAMPTZ(3),
ADD COLUMN     "external_id" TEXT,
ADD COLUMN     "operator_role" "operator_role",
ADD COLUMN     "operator_source" "membership_source",
ALTER COLUMN "email" DROP NOT NULL,
ALTER COLUMN "password_hash" DROP NOT NULL;

-- AlterTable
ALTER TABLE "organizations" ADD COLUMN     "status" "organization_status" NOT NULL DEFAULT 'active';

-- AlterTable
ALTER TABLE "organization_members" ADD COLUMN     "source" "membership_source" NOT NULL DEFAULT 'local';

-- AlterTable
ALTER TABLE "companies" ADD COLUMN     "is_external" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "status" "company_status" NOT NULL DEFAULT 'active';

-- AlterTable
ALTER TABLE "company_members" ADD COLUMN     "source" "membership_source" NOT NULL DEFAULT 'local';

-- AlterTable
ALTER TABLE "clients" ADD COLUMN     "listing" "client_listing" NOT NULL DEFAULT 'unlisted',
ADD COLUMN     "listing_requested_at" TIMESTAMPTZ(3),
ADD COLUMN     "logo_id" TEXT,
ADD COLUMN     "policy_uri" TEXT,
ADD COLUMN     "support_email" TEXT,
ADD COLUMN     "suspended_at" TIMESTAMPTZ(3),
ADD COLUMN     "suspension_reason" TEXT,
ADD COLUMN     "tos_uri" TEXT;

-- AlterTable
ALTER TABLE "client_secrets" ALTER COLUMN "encrypted" DROP NOT NULL,
ALTER COLUMN "encryption_key_id" DROP NOT NULL;

-- AlterTable
ALTER TABLE "scopes" ADD COLUMN     "deprecated" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "restricted" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "risk" TEXT NOT NULL DEFAULT 'medium',
ADD COLUMN     "translations" JSONB NOT NULL DEFAULT '{}';

-- AlterTable
ALTER TABLE "refresh_tokens" ALTER COLUMN "code_hash" DROP NOT NULL;

-- CreateTable
CREATE TABLE "scope_approvals" (
    "client_id" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "requested_by" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "approved" BOOLEAN,
    "decided_by" TEXT,
    "decided_at" TIMESTAMPTZ(3),

    CONSTRAINT "scope_approvals_pkey" PRIMARY KEY ("client_id","scope")
);

-- CreateTable
CREATE TABLE "client_draft_companies" (
    "client_id" TEXT NOT NULL,
    "company_id" BIGINT NOT NULL,

    CONSTRAINT "client_draft_companies_pkey" PRIMARY KEY ("client_id","company_id")
);

-- CreateTable
CREATE TABLE "service_keys" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "scopes" TEXT[],
    "created_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "service_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "service_key_secrets" (
    "id" TEXT NOT NULL,
    "key_id" TEXT NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "last_four" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "service_key_secrets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "service_tokens" (
    "token_hash" BYTEA NOT NULL,
    "key_id" TEXT NOT NULL,
    "secret_id" TEXT NOT NULL,
    "scopes" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "service_tokens_pkey" PRIMARY KEY ("token_hash")
);

-- CreateTable
CREATE TABLE "images" (
    "id" TEXT NOT NULL,
    "content_type" TEXT NOT NULL,
    "bytes" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "images_pkey" PRIMARY KEY ("id")
);

-- CreateTable
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

-- CreateTable
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

-- CreateTable
CREATE TABLE "password_reset_links" (
    "token_hash" BYTEA NOT NULL,
    "user_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "password_reset_links_pkey" PRIMARY KEY ("token_hash")
);

-- CreateIndex
CREATE UNIQUE INDEX "service_key_secrets_secret_hash_key" ON "service_key_secrets"("secret_hash");

-- CreateIndex
CREATE INDEX "service_key_secrets_key_id_idx" ON "service_key_secrets"("key_id");

-- CreateIndex
CREATE INDEX "service_tokens_expires_at_idx" ON "service_tokens"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "company_invitations_token_hash_key" ON "company_invitations"("token_hash");

-- CreateIndex
CREATE INDEX "company_invitations_company_id_created_at_idx" ON "company_invitations"("company_id", "created_at");

-- CreateIndex
CREATE INDEX "password_reset_links_user_id_idx" ON "password_reset_links"("user_id");

-- CreateIndex
CREATE INDEX "password_reset_links_expires_at_idx" ON "password_reset_links"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "users_external_id_key" ON "users"("external_id");

-- AddForeignKey
ALTER TABLE "clients" ADD CONSTRAINT "clients_logo_id_fkey" FOREIGN KEY ("logo_id") REFERENCES "images"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scope_approvals" ADD CONSTRAINT "scope_approvals_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients"("client_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "client_draft_companies" ADD CONSTRAINT "client_draft_companies_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients"("client_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "client_draft_companies" ADD CONSTRAINT "client_draft_companies_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "service_keys" ADD CONSTRAINT "service_keys_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "service_key_secrets" ADD CONSTRAINT "service_key_secrets_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "service_keys"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "service_tokens" ADD CONSTRAINT "service_tokens_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "service_keys"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "service_tokens" ADD CONSTRAINT "service_tokens_secret_id_fkey" FOREIGN KEY ("secret_id") REFERENCES "service_key_secrets"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "brand" ADD CONSTRAINT "brand_logo_id_fkey" FOREIGN KEY ("logo_id") REFERENCES "images"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "company_invitations" ADD CONSTRAINT "company_invitations_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "company_invitations" ADD CONSTRAINT "company_invitations_invited_by_fkey" FOREIGN KEY ("invited_by") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "password_reset_links" ADD CONSTRAINT "password_reset_links_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- An e-mail address signs in only where there is a password.
CREATE UNIQUE INDEX "users_password_email_key" ON "users"("email") WHERE "password_hash" IS NOT NULL;
CREATE INDEX "users_email_idx" ON "users"("email");
ALTER TABLE "users" ADD CONSTRAINT "users_password_has_email" CHECK ("password_hash" IS NULL OR "email" IS NOT NULL);
ALTER TABLE "users" ADD CONSTRAINT "users_external_id_form"
  CHECK ("external_id" ~ '^[!-~]{1,255}$' AND "external_id" !~ '[/?#%\\]');
ALTER TABLE "users" ADD CONSTRAINT "users_operator_has_source" CHECK (("operator_role" IS NULL) = ("operator_source" IS NULL));

-- Ids that a platform brings have its form.
ALTER TABLE "organizations" DROP CONSTRAINT "organizations_id_form";
ALTER TABLE "organizations" ADD CONSTRAINT "organizations_id_form" CHECK ("id" ~ '^[A-Za-z0-9_-]{1,64}$');
ALTER TABLE "clients" DROP CONSTRAINT "clients_id_form";
ALTER TABLE "clients" ADD CONSTRAINT "clients_id_form"
  CHECK ("client_id" ~ '^[A-Za-z0-9_-]{8,64}$' AND "record_id" ~ '^[0-9a-f]{24}$');
ALTER TABLE "clients" ADD CONSTRAINT "clients_suspended_with_reason"
  CHECK (("suspended_at" IS NULL) = ("suspension_reason" IS NULL));
CREATE INDEX "clients_listed_idx" ON "clients"(lower("name"), "client_id") WHERE "listing" = 'listed' AND "deleted_at" IS NULL;
CREATE INDEX "clients_listing_requested_idx" ON "clients"("listing_requested_at") WHERE "listing_requested_at" IS NOT NULL;

ALTER TABLE "client_secrets" ADD CONSTRAINT "client_secrets_encrypted_under_key"
  CHECK (("encrypted" IS NULL) = ("encryption_key_id" IS NULL));
ALTER TABLE "scopes" ADD CONSTRAINT "scopes_risk_known" CHECK ("risk" IN ('low', 'medium', 'high'));
ALTER TABLE "scope_approvals" ADD CONSTRAINT "scope_approvals_decided_when_decided"
  CHECK (("approved" IS NULL) = ("decided_at" IS NULL));
CREATE INDEX "scope_approvals_open_idx" ON "scope_approvals"("requested_at") WHERE "approved" IS NULL;

ALTER TABLE "service_keys" ADD CONSTRAINT "service_keys_id_form" CHECK ("id" ~ '^[0-9a-f]{24}$');
ALTER TABLE "service_keys" ADD CONSTRAINT "service_keys_gate_alone"
  CHECK (cardinality("scopes") > 0 AND (NOT 'platform/gate' = ANY ("scopes") OR cardinality("scopes") = 1));
ALTER TABLE "service_key_secrets" ADD CONSTRAINT "service_key_secrets_hash_length" CHECK (octet_length("secret_hash") = 32);
ALTER TABLE "service_tokens" ADD CONSTRAINT "service_tokens_hash_length" CHECK (octet_length("token_hash") = 32);

ALTER TABLE "images" ADD CONSTRAINT "images_id_form" CHECK ("id" ~ '^[0-9a-f]{64}$' AND octet_length("bytes") <= 262144);
ALTER TABLE "brand" ADD CONSTRAINT "brand_single_row" CHECK ("id" = 'brand');
ALTER TABLE "password_reset_links" ADD CONSTRAINT "password_reset_links_hash_length" CHECK (octet_length("token_hash") = 32);
ALTER TABLE "company_invitations" ADD CONSTRAINT "company_invitations_hash_length" CHECK (octet_length("token_hash") = 32);
