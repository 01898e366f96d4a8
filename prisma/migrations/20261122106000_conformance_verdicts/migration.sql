-- CreateTable
CREATE TABLE "conformance_verdicts" (
    "client_id" TEXT NOT NULL,
    "verdict" TEXT NOT NULL,
    "checked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "conformance_verdicts_pkey" PRIMARY KEY ("client_id")
);

-- AddForeignKey
ALTER TABLE "conformance_verdicts" ADD CONSTRAINT "conformance_verdicts_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients"("client_id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "conformance_verdicts" ADD CONSTRAINT "conformance_verdicts_verdict_known"
  CHECK ("verdict" IN ('passed', 'warning', 'failed', 'skipped'));
