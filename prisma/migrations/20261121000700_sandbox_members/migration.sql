-- Members who joined by an invitation did not become members of their organization's sandbox company, and who left
-- stayed one. From here on lib/companies/keep-sandbox-member.ts keeps the two in step.
DELETE FROM "company_members" s
  USING "organizations" o, "companies" c
  WHERE c."id" = o."company_id" AND c."is_sandbox" AND s."company_id" = c."id" AND NOT EXISTS (
    SELECT 1 FROM "organization_members" m
    WHERE m."organization_id" = o."id" AND m."user_id" = s."user_id" AND m."role" IN ('owner', 'admin', 'developer'));

INSERT INTO "company_members" ("company_id", "user_id", "role")
  SELECT c."id", m."user_id", (CASE m."role" WHEN 'owner' THEN 'owner' ELSE 'admin' END)::"company_role"
  FROM "organization_members" m
  JOIN "organizations" o ON o."id" = m."organization_id"
  JOIN "companies" c ON c."id" = o."company_id" AND c."is_sandbox"
  WHERE m."role" IN ('owner', 'admin', 'developer')
  ON CONFLICT ("company_id", "user_id") DO UPDATE SET "role" = EXCLUDED."role";
