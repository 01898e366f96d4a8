-- CreateTable
CREATE TABLE "write_checks" (
    "id" TEXT NOT NULL,
    "checked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "write_checks_pkey" PRIMARY KEY ("id")
);

-- One row and no more, however many processes write it.
ALTER TABLE "write_checks" ADD CONSTRAINT "write_checks_id_check" CHECK ("id" = 'readyz');
