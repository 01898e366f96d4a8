-- Accounts of before count as unverified: nothing recorded whether a link was mailed or handed over.
ALTER TABLE "users" ADD COLUMN "email_verified_at" TIMESTAMPTZ(3);

ALTER TABLE "invitations" ADD COLUMN "mailed_at" TIMESTAMPTZ(3);
