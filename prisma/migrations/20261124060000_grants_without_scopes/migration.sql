-- A client that gives up every scope that a company granted leaves a grant without scopes.
ALTER TABLE "grants" DROP CONSTRAINT "grants_scopes_present";
