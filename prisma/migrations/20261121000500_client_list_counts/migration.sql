-- AlterTable
ALTER TABLE "clients" ADD COLUMN "is_used" BOOLEAN NOT NULL DEFAULT false;

-- From the statement above on nobody else writes clients; they are counted anew below.
DELETE FROM "client_counts";

-- AlterTable
ALTER TABLE "client_counts" DROP CONSTRAINT "client_counts_pkey",
ADD COLUMN "is_used" BOOLEAN NOT NULL,
ADD COLUMN "loopback_redirect" BOOLEAN NOT NULL,
ADD CONSTRAINT "client_counts_pkey" PRIMARY KEY ("organization_id", "is_active", "client_type", "is_used", "loopback_redirect");

-- CreateTable
CREATE TABLE "client_tag_counts" (
    "organization_id" TEXT NOT NULL,
    "tag" TEXT NOT NULL,
    "is_active" BOOLEAN NOT NULL,
    "client_type" "client_type" NOT NULL,
    "is_used" BOOLEAN NOT NULL,
    "loopback_redirect" BOOLEAN NOT NULL,
    "clients" INTEGER NOT NULL,

    CONSTRAINT "client_tag_counts_pkey" PRIMARY KEY ("organization_id","tag","is_active","client_type","is_used","loopback_redirect")
);

-- AddForeignKey
ALTER TABLE "client_tag_counts" ADD CONSTRAINT "client_tag_counts_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma cannot express. A server of the version before adds up the finer counts, and finds the same.

ALTER TABLE "client_tag_counts" ADD CONSTRAINT "client_tag_counts_not_negative" CHECK ("clients" >= 0);

-- The list of those never used asked for the secrets of each client.
UPDATE "clients" SET "is_used" = true
  WHERE "client_id" IN (SELECT "client_id" FROM "client_secrets" WHERE "last_used_at" IS NOT NULL);

CREATE FUNCTION "mark_client_used"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "clients" SET "is_used" = true WHERE "client_id" = NEW."client_id" AND NOT "is_used";
  RETURN NULL;
END $$;

-- Only a secret's first use fires it: later ones neither pay for it nor wait for anybody.
CREATE TRIGGER "client_secrets_first_used" AFTER UPDATE OF "last_used_at" ON "client_secrets" FOR EACH ROW
  WHEN (OLD."last_used_at" IS NULL AND NEW."last_used_at" IS NOT NULL) EXECUTE FUNCTION "mark_client_used"();
CREATE TRIGGER "client_secrets_stored_used" AFTER INSERT ON "client_secrets" FOR EACH ROW
  WHEN (NEW."last_used_at" IS NOT NULL) EXECUTE FUNCTION "mark_client_used"();

CREATE INDEX "clients_never_used_idx" ON "clients" ("organization_id", "created_at", "client_id")
  WHERE "deleted_at" IS NULL AND NOT "is_used";

-- A client that came into the list (1) or went out of it (-1); one that changed did both.
CREATE TYPE "client_movement" AS (
  "organization_id" text, "is_active" boolean, "client_type" "client_type", "is_used" boolean,
  "loopback_redirect" boolean, "tags" text[], "difference" integer
);

-- What goes was counted, so its row is there. What comes may meet a row that is just being dropped: ON CONFLICT
-- waits for that. In the order of the keys, so that two transactions cannot wait for each other.
CREATE FUNCTION "change_client_counts"("moved" "client_movement"[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  m record;
BEGIN
  FOR m IN
    SELECT "organization_id", "is_active", "client_type", "is_used", "loopback_redirect", sum("difference")::int AS n
    FROM unnest("moved") GROUP BY 1, 2, 3, 4, 5 HAVING sum("difference") <> 0 ORDER BY 1, 2, 3, 4, 5
  LOOP
    IF m.n > 0 THEN
      INSERT INTO "client_counts" AS c
        ("organization_id", "is_active", "client_type", "is_used", "loopback_redirect", "clients")
        VALUES (m."organization_id", m."is_active", m."client_type", m."is_used", m."loopback_redirect", m.n)
        ON CONFLICT ON CONSTRAINT "client_counts_pkey" DO UPDATE SET "clients" = c."clients" + EXCLUDED."clients";
    ELSE
      UPDATE "client_counts" c SET "clients" = c."clients" + m.n
        WHERE c."organization_id" = m."organization_id" AND c."is_active" = m."is_active"
          AND c."client_type" = m."client_type" AND c."is_used" = m."is_used"
          AND c."loopback_redirect" = m."loopback_redirect";
      DELETE FROM "client_counts" c
        WHERE c."organization_id" = m."organization_id" AND c."is_active" = m."is_active"
          AND c."client_type" = m."client_type" AND c."is_used" = m."is_used"
          AND c."loopback_redirect" = m."loopback_redirect" AND c."clients" = 0;
    END IF;
  END LOOP;
END $$;

CREATE FUNCTION "change_client_tag_counts"("moved" "client_movement"[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  m record;
BEGIN
  FOR m IN
    SELECT "organization_id", t."tag", "is_active", "client_type", "is_used", "loopback_redirect",
      sum("difference")::int AS n
    FROM unnest("moved") AS of_client, LATERAL (SELECT DISTINCT unnest(of_client."tags") AS "tag") t
    GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum("difference") <> 0 ORDER BY 1, 2, 3, 4, 5, 6
  LOOP
    IF m.n > 0 THEN
      INSERT INTO "client_tag_counts" AS c
        ("organization_id", "tag", "is_active", "client_type", "is_used", "loopback_redirect", "clients")
        VALUES (m."organization_id", m."tag", m."is_active", m."client_type", m."is_used", m."loopback_redirect", m.n)
        ON CONFLICT ON CONSTRAINT "client_tag_counts_pkey" DO UPDATE SET "clients" = c."clients" + EXCLUDED."clients";
    ELSE
      UPDATE "client_tag_counts" c SET "clients" = c."clients" + m.n
        WHERE c."organization_id" = m."organization_id" AND c."tag" = m."tag" AND c."is_active" = m."is_active"
          AND c."client_type" = m."client_type" AND c."is_used" = m."is_used"
          AND c."loopback_redirect" = m."loopback_redirect";
      DELETE FROM "client_tag_counts" c
        WHERE c."organization_id" = m."organization_id" AND c."tag" = m."tag" AND c."is_active" = m."is_active"
          AND c."client_type" = m."client_type" AND c."is_used" = m."is_used"
          AND c."loopback_redirect" = m."loopback_redirect" AND c."clients" = 0;
    END IF;
  END LOOP;
END $$;

CREATE OR REPLACE FUNCTION "count_clients"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  came "client_movement"[];
  went "client_movement"[];
BEGIN
  IF TG_OP <> 'DELETE' THEN
    came := ARRAY(SELECT ("organization_id", "is_active", "client_type", "is_used",
      "redirects_to_loopback"("redirect_urls"), "tags", 1)::"client_movement" FROM new_rows WHERE "deleted_at" IS NULL);
  END IF;
  IF TG_OP <> 'INSERT' THEN
    went := ARRAY(SELECT ("organization_id", "is_active", "client_type", "is_used",
      "redirects_to_loopback"("redirect_urls"), "tags", -1)::"client_movement" FROM old_rows WHERE "deleted_at" IS NULL);
  END IF;
  PERFORM "change_client_counts"(came || went);
  PERFORM "change_client_tag_counts"(came || went);
  RETURN NULL;
END $$;

DROP FUNCTION "change_client_count"(text, boolean, "client_type", bigint);

INSERT INTO "client_counts"
  ("organization_id", "is_active", "client_type", "is_used", "loopback_redirect", "clients")
  SELECT "organization_id", "is_active", "client_type", "is_used", "redirects_to_loopback"("redirect_urls"), count(*)
  FROM "clients" WHERE "deleted_at" IS NULL GROUP BY 1, 2, 3, 4, 5;
INSERT INTO "client_tag_counts"
  ("organization_id", "tag", "is_active", "client_type", "is_used", "loopback_redirect", "clients")
  SELECT "organization_id", t."tag", "is_active", "client_type", "is_used", "redirects_to_loopback"("redirect_urls"), count(*)
  FROM "clients" c, LATERAL (SELECT DISTINCT unnest(c."tags") AS "tag") t
  WHERE "deleted_at" IS NULL GROUP BY 1, 2, 3, 4, 5, 6;
