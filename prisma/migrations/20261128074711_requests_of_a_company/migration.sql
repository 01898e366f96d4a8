-- The requests of the flow about a company: those of a client or a person who proved who they are, since anyone can name
-- a company. `isOfStranger` (lib/requests/log/row-sql.ts) states the rest.
CREATE INDEX "authorization_events_of_company_idx" ON "authorization_events" ("company_id", "created_at")
  WHERE NOT (outcome = 'refused' AND NOT authenticated AND NOT signed_in) AND company_id IS NOT NULL;
