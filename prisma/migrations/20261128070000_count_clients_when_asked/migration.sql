-- The totals of the client list are counted when they are asked for, from an index that has the columns of the filters.
DROP TRIGGER "clients_counted_in" ON "clients";
DROP TRIGGER "clients_counted_on" ON "clients";
DROP TRIGGER "clients_counted_out" ON "clients";
DROP FUNCTION "count_clients"();
DROP FUNCTION "change_client_counts"("client_movement"[]);
DROP FUNCTION "change_client_tag_counts"("client_movement"[]);
DROP TYPE "client_movement";
DROP TABLE "client_counts";
DROP TABLE "client_tag_counts";

DROP INDEX "clients_live_created_idx";
CREATE INDEX "clients_live_created_idx" ON "clients" ("organization_id", "created_at", "client_id")
  INCLUDE ("is_active", "client_type", "is_used") WHERE "deleted_at" IS NULL;

-- The statement that records the first use of a secret marks the client.
DROP TRIGGER "client_secrets_first_used" ON "client_secrets";
DROP TRIGGER "client_secrets_stored_used" ON "client_secrets";
DROP FUNCTION "mark_client_used"();
