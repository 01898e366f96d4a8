-- DropIndex
DROP INDEX "authorization_codes_second_use_expires_at_idx";

-- CreateIndex
CREATE INDEX "authorization_codes_second_use_expires_at_code_hash_idx" ON "authorization_codes"("second_use_expires_at", "code_hash");
