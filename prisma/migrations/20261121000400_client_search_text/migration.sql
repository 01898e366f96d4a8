-- The text that the client list searches is kept with each client. Made anew for every client that an index
-- offers, it took four times as long to find what many have in common.
ALTER TABLE "clients" ADD COLUMN "search_text" TEXT
  GENERATED ALWAYS AS ("client_search_text"("name", "slug", "tags", "redirect_urls")) STORED;

DROP INDEX IF EXISTS "clients_search_idx";

DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX "clients_search_text_idx" ON "clients" USING gin ("search_text" gin_trgm_ops);
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN
  RAISE NOTICE 'pg_trgm is not available: %', SQLERRM;
END $$;

-- Without statistics of the new column, an organization of few clients would be searched through those of all.
ANALYZE "clients";
