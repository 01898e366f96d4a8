-- A role that may only add audit rows and read them (lib/db/grant-rights.ts) writes no head of a chain: the
-- trigger does, as the owner of the tables. Its search path is fixed, or a temporary table could stand in for one.
DO $$
BEGIN
  EXECUTE format('ALTER FUNCTION "audit_rows_chain"() SECURITY DEFINER SET search_path = %I, pg_temp', current_schema());
END $$;

-- Triggers fire without it. Who had it could put the trigger on a table of their own, and write heads by it.
REVOKE EXECUTE ON FUNCTION "audit_rows_chain"() FROM PUBLIC;
