-- Members who joined by an invitation did not become members of their organization's sandbox company. From here on
-- lib/companies/keep-sandbox-member.ts does that.
INSERT INTO "company_members" ("company_id", "user_id", "role")
  SELECT c."id", m."user_id", (CASE m."role" WHEN 'owner' THEN 'owner' ELSE 'admin' END)::"company_role"
  FROM "organization_members" m
  JOIN "organizations" o ON o."id" = m."organization_id"
  JOIN "companies" c ON c."id" = o."company_id" AND c."is_sandbox"
  WHERE m."role" IN ('owner', 'admin', 'developer')
  ON CONFLICT DO NOTHING;
