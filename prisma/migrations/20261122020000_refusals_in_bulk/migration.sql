-- Callers who prove nothing can be refused any number of times: a few leave a row, the rest is counted.
ALTER TABLE "authorization_events" ADD COLUMN "more" INTEGER NOT NULL DEFAULT 0;

ALTER TABLE "authorization_events" ADD CONSTRAINT "authorization_events_more_check" CHECK ("more" >= 0);

-- The log shows the newest of each day. Few rows are in here: what is issued and what clients that
-- proved who they are were refused is not.
CREATE INDEX "authorization_events_anonymous_idx" ON "authorization_events" ("client_id", "created_at")
  WHERE outcome = 'refused' AND NOT authenticated;
