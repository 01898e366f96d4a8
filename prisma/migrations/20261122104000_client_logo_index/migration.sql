-- CreateIndex
CREATE INDEX "clients_logo_id_idx" ON "clients"("logo_id");
