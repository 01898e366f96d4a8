-- CreateTable
CREATE TABLE "receipt_keys" (
    "key_id" TEXT NOT NULL,
    "public_key" TEXT NOT NULL,
    "encrypted" BYTEA NOT NULL,
    "encryption_key_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "retired_at" TIMESTAMPTZ(3),

    CONSTRAINT "receipt_keys_pkey" PRIMARY KEY ("key_id")
);

-- What Prisma cannot express.

-- One key signs at a time, however many servers start at once.
CREATE UNIQUE INDEX "receipt_keys_signing" ON "receipt_keys" (("retired_at" IS NULL)) WHERE "retired_at" IS NULL;
-- RFC 7638: a thumbprint in base64url. RFC 8037: 32 bytes in base64url.
ALTER TABLE "receipt_keys" ADD CONSTRAINT "receipt_keys_form"
  CHECK ("key_id" ~ '^[A-Za-z0-9_-]{43}$' AND "public_key" ~ '^[A-Za-z0-9_-]{43}$');
