-- Clients that a platform brings have ids of another form.
ALTER TABLE "client_secret_holders" DROP CONSTRAINT "client_secret_holders_actor_form";
ALTER TABLE "client_secret_holders" ADD CONSTRAINT "client_secret_holders_actor_form"
  CHECK ("actor" ~ '^(user:[0-9a-f]{24}|client:[A-Za-z0-9_-]{8,64})$');
