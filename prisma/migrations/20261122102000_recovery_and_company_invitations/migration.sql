-- AlterTable
ALTER TABLE "password_reset_links" ADD COLUMN     "is_mailed" BOOLEAN NOT NULL DEFAULT true;

-- The same guarantees as for an organization's invitations.
ALTER TABLE "company_invitations" ADD CONSTRAINT "company_invitations_email_lower_case" CHECK ("email" = lower("email") AND "email" LIKE '%_@_%');
ALTER TABLE "company_invitations" ADD CONSTRAINT "company_invitations_ended_once" CHECK (num_nonnulls("accepted_at", "revoked_at") <= 1);
CREATE UNIQUE INDEX "company_invitations_open_key" ON "company_invitations" ("company_id", "email")
  WHERE "accepted_at" IS NULL AND "revoked_at" IS NULL;
