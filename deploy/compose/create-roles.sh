#!/bin/sh
# Runs once, when the database is created.
set -eu
psql --set=ON_ERROR_STOP=1 --username=postgres \
  --set=service="$SERVICE_PASSWORD" --set=owner="$OWNER_PASSWORD" <<'SQL'
CREATE ROLE latchkey_owner LOGIN PASSWORD :'owner';
CREATE ROLE latchkey LOGIN PASSWORD :'service';
CREATE DATABASE latchkey OWNER latchkey_owner;
SQL
