-- CreateTable
CREATE TABLE "client_secret_holders" (
    "secret_id" TEXT NOT NULL,
    "actor" TEXT NOT NULL,

    CONSTRAINT "client_secret_holders_pkey" PRIMARY KEY ("secret_id","actor")
);

-- CreateIndex
CREATE INDEX "client_secret_holders_actor_idx" ON "client_secret_holders"("actor");

-- AddForeignKey
ALTER TABLE "client_secret_holders" ADD CONSTRAINT "client_secret_holders_secret_id_fkey" FOREIGN KEY ("secret_id") REFERENCES "client_secrets"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma cannot express.

ALTER TABLE "client_secret_holders" ADD CONSTRAINT "client_secret_holders_actor_form"
  CHECK ("actor" ~ '^(user|client):[0-9a-f]{24}$');

-- Who made a secret so far. A client's first secret was made by whoever registered the client.
INSERT INTO "client_secret_holders" ("secret_id", "actor")
  SELECT s."id", 'user:' || s."created_by" FROM "client_secrets" s WHERE s."created_by" IS NOT NULL
  UNION
  SELECT s."id", 'client:' || c."author_client_id" FROM "client_secrets" s JOIN "clients" c USING ("client_id")
    WHERE s."name" = 'first' AND s."created_by" IS NULL AND c."author_client_id" IS NOT NULL
  ON CONFLICT DO NOTHING;

-- Who made or read one according to the audit log.
INSERT INTO "client_secret_holders" ("secret_id", "actor")
  SELECT s."id", a."actor" FROM "audit_rows" a JOIN "client_secrets" s ON a."target" = 'secret:' || s."id"
    WHERE a."action" = 'secret.created' AND a."actor" ~ '^(user|client):[0-9a-f]{24}$'
  UNION
  SELECT s."id", a."actor" FROM "audit_rows" a JOIN "client_secrets" s ON a."target" = 'client:' || s."client_id"
    WHERE a."action" = 'secret.revealed' AND a."actor" ~ '^(user|client):[0-9a-f]{24}$'
      AND a."after" -> 'secrets' @> to_jsonb(s."id")
  ON CONFLICT DO NOTHING;
