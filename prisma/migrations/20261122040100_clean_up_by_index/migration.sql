-- CreateIndex
CREATE INDEX "authorization_codes_second_use_expires_at_idx" ON "authorization_codes"("second_use_expires_at");

-- Prisma knows no partial index. What was revoked or ended early is deleted by these.
CREATE INDEX "refresh_tokens_revoked_at_idx" ON "refresh_tokens" ("revoked_at") WHERE "revoked_at" IS NOT NULL;
CREATE INDEX "user_sessions_ended_at_idx" ON "user_sessions" ("ended_at") WHERE "ended_at" IS NOT NULL;
