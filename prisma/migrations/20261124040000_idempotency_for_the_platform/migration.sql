-- Callers of the platform's API belong to no organization; their rows have an empty one. All rows expire within a day.
ALTER TABLE "idempotent_requests" DROP CONSTRAINT "idempotent_requests_organization_id_fkey";
