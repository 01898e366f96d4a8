-- A support email that waits for a review is personal, too. Entries have it inside "pending_review", so a name of a
-- personal value is a path now ("after.pending_review.support_email.proposed").
CREATE OR REPLACE FUNCTION "audit_set_apart"(
  "actor" text, "target" text, "ip_address" text,
  INOUT "before" jsonb, INOUT "after" jsonb, OUT "personal" jsonb
) LANGUAGE plpgsql AS $$
DECLARE
  acting text := substring("actor" from '^(?:user|operator):([0-9a-f]{24})$');
  concerned text := substring("target" from 'user:([0-9a-f]{24})$');
  names text[] := ARRAY['email', 'first_name', 'last_name', 'full_name', 'external_id', 'granted_by', 'support_email',
    'pending_review.support_email.approved', 'pending_review.support_email.proposed', 'ip_address', 'user_agent'];
  name text;
  path text[];
BEGIN
  "personal" := '{}';
  IF "target" LIKE 'user:%' THEN names := names || ARRAY['name']; END IF;
  FOREACH name IN ARRAY names LOOP
    path := string_to_array(name, '.');
    IF jsonb_typeof("before" #> path) = 'string' THEN
      "personal" := "personal"
        || jsonb_build_object('before.' || name, "audit_store_personal"(concerned, "before" #>> path));
      "before" := "before" #- path;
    END IF;
    IF jsonb_typeof("after" #> path) = 'string' THEN
      "personal" := "personal"
        || jsonb_build_object('after.' || name, "audit_store_personal"(concerned, "after" #>> path));
      "after" := "after" #- path;
    END IF;
  END LOOP;
  IF "ip_address" IS NOT NULL THEN
    -- Whoever failed to sign in may be the person they claimed to be.
    IF "actor" LIKE 'anonymous:%' THEN acting := concerned; END IF;
    "personal" := "personal" || jsonb_build_object('ip_address', "audit_store_personal"(acting, "ip_address"));
  END IF;
  "personal" := nullif("personal", '{}');
END $$;
