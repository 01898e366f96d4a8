-- When the directory's records last changed. Those that exist count as changed now.
ALTER TABLE "users" ADD COLUMN "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
ALTER TABLE "organizations" ADD COLUMN "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
ALTER TABLE "companies" ADD COLUMN "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

CREATE INDEX "users_updated_at_idx" ON "users"("updated_at");
CREATE INDEX "organizations_updated_at_idx" ON "organizations"("updated_at");
CREATE INDEX "companies_updated_at_idx" ON "companies"("updated_at");

CREATE FUNCTION "set_updated_at"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."updated_at" := CURRENT_TIMESTAMP;
  RETURN NEW;
END $$;

-- Only columns that the directory returns: a new password does not change a person there.
CREATE TRIGGER "users_updated_at" BEFORE UPDATE ON "users" FOR EACH ROW
  WHEN ((OLD."external_id", OLD."email", OLD."first_name", OLD."last_name", OLD."deactivated_at" IS NULL,
      OLD."email_verified_at" IS NULL, OLD."password_hash" IS NULL, OLD."operator_role")
    IS DISTINCT FROM (NEW."external_id", NEW."email", NEW."first_name", NEW."last_name", NEW."deactivated_at" IS NULL,
      NEW."email_verified_at" IS NULL, NEW."password_hash" IS NULL, NEW."operator_role")) EXECUTE FUNCTION "set_updated_at"();
CREATE TRIGGER "organizations_updated_at" BEFORE UPDATE ON "organizations" FOR EACH ROW
  WHEN ((OLD."name", OLD."company_id", OLD."verified", OLD."status")
    IS DISTINCT FROM (NEW."name", NEW."company_id", NEW."verified", NEW."status")) EXECUTE FUNCTION "set_updated_at"();
CREATE TRIGGER "companies_updated_at" BEFORE UPDATE ON "companies" FOR EACH ROW
  WHEN ((OLD."name", OLD."status", OLD."is_sandbox", OLD."is_external")
    IS DISTINCT FROM (NEW."name", NEW."status", NEW."is_sandbox", NEW."is_external")) EXECUTE FUNCTION "set_updated_at"();
