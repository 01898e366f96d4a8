-- The platform may use any id, also one that the sequence of companies created here reaches later. Such an id is skipped.
CREATE FUNCTION "skip_used_company_ids"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WHILE EXISTS (SELECT 1 FROM "companies" c WHERE c."id" = NEW."id") LOOP
    NEW."id" := nextval('companies_id_seq');
  END LOOP;
  RETURN NEW;
END $$;

CREATE TRIGGER "companies_local_ids" BEFORE INSERT ON "companies" FOR EACH ROW
  WHEN (NOT NEW."is_external" AND NEW."id" >= 4503599627370496) EXECUTE FUNCTION "skip_used_company_ids"();
