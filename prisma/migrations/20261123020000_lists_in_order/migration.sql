-- Indexes that return members and grants in the order of their lists. ADR 40 explains why.
CREATE INDEX "organization_members_organization_id_created_at_user_id_idx"
  ON "organization_members"("organization_id", "created_at", "user_id");
CREATE INDEX "grants_live_of_client_idx" ON "grants"("client_id", "modified_at", "id") WHERE "revoked_at" IS NULL;
