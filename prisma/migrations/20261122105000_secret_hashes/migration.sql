-- Imports check that a secret belongs to no other client.
CREATE INDEX "client_secrets_secret_hash_idx" ON "client_secrets"("secret_hash");
