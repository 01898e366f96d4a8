-- When a secret was last used for a sandbox company, which is no use of the extension.
ALTER TABLE "client_secrets" ADD COLUMN "last_tried_at" TIMESTAMPTZ(3);

-- The sandboxes, which figures leave out.
CREATE INDEX "companies_sandbox_idx" ON "companies" ("id") WHERE "is_sandbox";
