-- The order of names in lists: that of Unicode, with "Ärzte" beside "Apple". It is deterministic, so different names stay
-- different. A server that was built without ICU orders by code points, as before.
DO $$ BEGIN
  CREATE COLLATION "names" (provider = icu, locale = 'und');
EXCEPTION WHEN feature_not_supported THEN
  CREATE COLLATION "names" FROM "C";
END $$;

-- The lock comes first, because a weaker one that becomes stronger could block a running server that is about to write.
LOCK TABLE "clients" IN ACCESS EXCLUSIVE MODE;
-- Two equal indexes on the order of code points.
DROP INDEX "clients_organization_id_lower_name_client_id_idx";
DROP INDEX "clients_live_name_idx";
CREATE INDEX "clients_live_name_idx" ON "clients" ("organization_id", lower("name") COLLATE "names", "client_id")
  WHERE "deleted_at" IS NULL;
