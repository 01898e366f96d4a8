-- Pushed requests, and those that wait for a sign-in, are stored like those that wait for consent. What was pushed in the
-- ten minutes before has to be pushed again.
ALTER TABLE "authorization_requests" DROP CONSTRAINT "authorization_requests_company_id_fkey";
ALTER TABLE "authorization_requests" DROP CONSTRAINT "authorization_requests_organization_id_fkey";
ALTER TABLE "authorization_requests" ALTER COLUMN "user_id" DROP NOT NULL;
ALTER TABLE "authorization_requests" ADD COLUMN "prompt" TEXT, ADD COLUMN "network" TEXT;
CREATE INDEX "authorization_requests_network_expires_at_idx" ON "authorization_requests"("network", "expires_at");
DROP TABLE "pushed_requests";
