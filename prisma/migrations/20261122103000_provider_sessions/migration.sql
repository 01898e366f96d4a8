-- CreateTable
CREATE TABLE "provider_sessions" (
    "id" TEXT NOT NULL,
    "session_id" TEXT NOT NULL,
    "sid" TEXT,
    "encrypted" BYTEA,
    "encryption_key_id" TEXT,
    "second_factor" BOOLEAN NOT NULL,
    "authenticated_at" TIMESTAMPTZ(3),
    "ignored_claims" TEXT[],

    CONSTRAINT "provider_sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "provider_replays" (
    "value_hash" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "provider_replays_pkey" PRIMARY KEY ("value_hash")
);

-- CreateIndex
CREATE UNIQUE INDEX "provider_sessions_session_id_key" ON "provider_sessions"("session_id");

-- CreateIndex
CREATE INDEX "provider_sessions_sid_idx" ON "provider_sessions"("sid");

-- CreateIndex
CREATE INDEX "provider_replays_expires_at_idx" ON "provider_replays"("expires_at");

-- AddForeignKey
ALTER TABLE "provider_sessions" ADD CONSTRAINT "provider_sessions_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "user_sessions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "provider_sessions" ADD CONSTRAINT "provider_sessions_id_token_has_key"
  CHECK (("encrypted" IS NULL) = ("encryption_key_id" IS NULL));
ALTER TABLE "provider_replays" ADD CONSTRAINT "provider_replays_hash_length" CHECK (octet_length("value_hash") = 32);
