-- What the catalogue last stored, so that a start can tell its texts from those that an operator changed.
ALTER TABLE "scopes" ADD COLUMN "built_in" JSONB;
