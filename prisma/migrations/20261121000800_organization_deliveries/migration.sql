-- AlterTable
ALTER TABLE "deliveries" ADD COLUMN     "organization_id" TEXT,
ALTER COLUMN "company_id" DROP NOT NULL;

-- AddForeignKey
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma cannot express.

-- A call is about a company or an organization; only a company's extension is installed without a browser.
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_one_subject" CHECK (num_nonnulls("company_id", "organization_id") = 1);
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_install_for_company"
  CHECK ("kind" <> 'auto_install' OR "company_id" IS NOT NULL);
