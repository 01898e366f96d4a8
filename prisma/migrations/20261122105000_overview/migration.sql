-- What needs an operator's attention is rare, so that partial indexes of it are small.
CREATE INDEX "clients_suspended_idx" ON "clients"("suspended_at") WHERE "suspended_at" IS NOT NULL AND "deleted_at" IS NULL;
CREATE INDEX "companies_suspended_idx" ON "companies"("id") WHERE "status" = 'suspended';
CREATE INDEX "organizations_suspended_idx" ON "organizations"("id") WHERE "status" = 'suspended';
CREATE INDEX "deliveries_abandoned_idx" ON "deliveries"("created_at") WHERE "delivered_at" IS NULL AND "next_attempt_at" IS NULL;
