-- AlterTable
ALTER TABLE "users" ADD COLUMN     "successor_id" TEXT;

-- CreateIndex
CREATE INDEX "users_successor_id_idx" ON "users"("successor_id");

-- AddForeignKey
ALTER TABLE "users" ADD CONSTRAINT "users_successor_id_fkey" FOREIGN KEY ("successor_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
