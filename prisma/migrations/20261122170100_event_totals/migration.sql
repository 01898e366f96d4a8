-- Counts of finished hours, so that the overview of the installation does not count every event again.
CREATE TABLE "event_totals" (
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "outcome" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "event_totals_pkey" PRIMARY KEY ("hour","outcome","reason")
);

-- Few calls to extensions have not arrived, among many that have.
CREATE INDEX "deliveries_open_idx" ON "deliveries"("id") WHERE "delivered_at" IS NULL;

-- The text that a search for people compares. concat_ws is not immutable, because it takes any type.
CREATE FUNCTION "person_search_text"(first_name TEXT, last_name TEXT, email TEXT) RETURNS TEXT
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN lower(first_name || ' ' || last_name || ' ' || coalesce(email, ''));

DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX "users_search_idx" ON "users"
    USING gin ("person_search_text"("first_name", "last_name", "email") gin_trgm_ops);
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN
  RAISE NOTICE 'pg_trgm is not available: %', SQLERRM;
END $$;

ANALYZE "users";
