-- Returns the grants of a company in the order of its list, and replaces the index on the company alone.
CREATE INDEX "grants_company_id_client_id_idx" ON "grants"("company_id", "client_id");
DROP INDEX "grants_company_id_idx";
