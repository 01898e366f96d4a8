-- CreateTable
CREATE TABLE "client_counts" (
    "organization_id" TEXT NOT NULL,
    "is_active" BOOLEAN NOT NULL,
    "client_type" "client_type" NOT NULL,
    "clients" INTEGER NOT NULL,

    CONSTRAINT "client_counts_pkey" PRIMARY KEY ("organization_id","is_active","client_type")
);

-- CreateIndex
CREATE INDEX "client_secrets_last_four_idx" ON "client_secrets"("last_four");

-- DropIndex
DROP INDEX "clients_organization_id_created_at_client_id_idx";

-- AddForeignKey
ALTER TABLE "client_counts" ADD CONSTRAINT "client_counts_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma cannot express.

ALTER TABLE "client_counts" ADD CONSTRAINT "client_counts_not_negative" CHECK ("clients" >= 0);

CREATE FUNCTION "change_client_count"("of" text, "active" boolean, "kind" "client_type", "difference" bigint)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "client_counts" ("organization_id", "is_active", "client_type", "clients")
    VALUES ("of", "active", "kind", 0) ON CONFLICT DO NOTHING;
  UPDATE "client_counts" SET "clients" = "clients" + "difference"
    WHERE "organization_id" = "of" AND "is_active" = "active" AND "client_type" = "kind";
END $$;

-- By statement, not by row: a thousand clients stored at once change each count once. In the order of the
-- key, so that two transactions cannot wait for each other.
CREATE FUNCTION "count_clients"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM "change_client_count"("of", "active", "kind", "difference") FROM (
      SELECT "organization_id", "is_active", "client_type", count(*) FROM new_rows
      WHERE "deleted_at" IS NULL GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ) changed("of", "active", "kind", "difference");
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM "change_client_count"("of", "active", "kind", "difference") FROM (
      SELECT "organization_id", "is_active", "client_type", -count(*) FROM old_rows
      WHERE "deleted_at" IS NULL GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ) changed("of", "active", "kind", "difference");
  ELSE
    PERFORM "change_client_count"("of", "active", "kind", "difference") FROM (
      SELECT "organization_id", "is_active", "client_type", sum(n)::bigint FROM (
        SELECT "organization_id", "is_active", "client_type", 1 AS n FROM new_rows WHERE "deleted_at" IS NULL
        UNION ALL
        SELECT "organization_id", "is_active", "client_type", -1 FROM old_rows WHERE "deleted_at" IS NULL
      ) moved
      GROUP BY 1, 2, 3 HAVING sum(n) <> 0 ORDER BY 1, 2, 3
    ) changed("of", "active", "kind", "difference");
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER "clients_counted_in" AFTER INSERT ON "clients"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "count_clients"();
CREATE TRIGGER "clients_counted_on" AFTER UPDATE ON "clients"
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "count_clients"();
CREATE TRIGGER "clients_counted_out" AFTER DELETE ON "clients"
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "count_clients"();

INSERT INTO "client_counts" ("organization_id", "is_active", "client_type", "clients")
  SELECT "organization_id", "is_active", "client_type", count(*) FROM "clients"
  WHERE "deleted_at" IS NULL GROUP BY 1, 2, 3;

-- What the list searches: name, slug, tags and the hosts of redirect URLs. Immutable, as an index asks
-- for: the only part that PostgreSQL does not call so is array_to_string, and that is for arrays of dates.
CREATE FUNCTION "client_search_text"("name" text, "slug" text, "tags" text[], "redirect_urls" text[])
RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT lower("name" || E'\n' || "slug" || E'\n' || array_to_string("tags", E'\n') || E'\n'
    || regexp_replace(array_to_string("redirect_urls", E'\n'), 'https?://([^/?#\n]+)[^\n]*', '\1', 'g'))
$$;

-- Whether a redirect URL leads to the machine of whoever opens it.
CREATE FUNCTION "redirects_to_loopback"("redirect_urls" text[])
RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_to_string("redirect_urls", E'\n') ~ '(^|\n)https?://(127\.0\.0\.1|\[::1\]|localhost)([:/?\n]|$)'
$$;

CREATE INDEX "clients_live_created_idx" ON "clients" ("organization_id", "created_at", "client_id")
  WHERE "deleted_at" IS NULL;
CREATE INDEX "clients_live_name_idx" ON "clients" ("organization_id", lower("name"), "client_id")
  WHERE "deleted_at" IS NULL;
CREATE INDEX "clients_inactive_idx" ON "clients" ("organization_id", "created_at", "client_id")
  WHERE "deleted_at" IS NULL AND NOT "is_active";
CREATE INDEX "clients_loopback_idx" ON "clients" ("organization_id", "created_at", "client_id")
  WHERE "deleted_at" IS NULL AND "redirects_to_loopback"("redirect_urls");
CREATE INDEX "clients_deleted_idx" ON "clients" ("organization_id", "deleted_at")
  WHERE "deleted_at" IS NOT NULL;
CREATE INDEX "clients_tags_idx" ON "clients" USING gin ("tags");

-- A substring is found by its trigrams. A database that may not or cannot have the extension searches
-- all clients of the organization, which is slower from some ten thousand on.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX "clients_search_idx" ON "clients"
    USING gin ("client_search_text"("name", "slug", "tags", "redirect_urls") gin_trgm_ops);
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN
  RAISE NOTICE 'pg_trgm is not available: %', SQLERRM;
END $$;
