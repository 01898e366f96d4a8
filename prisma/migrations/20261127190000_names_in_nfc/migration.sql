-- A keyboard types "ö" as one character or as two. What people search for is in NFC from now on, and so is what is stored.
UPDATE "clients" SET "name" = normalize("name", NFC) WHERE "name" IS NOT NFC NORMALIZED;
UPDATE "clients" SET "tags" = ARRAY(SELECT DISTINCT normalize(tag, NFC) FROM unnest("tags") AS tag)
  WHERE array_to_string("tags", ' ') IS NOT NFC NORMALIZED;
UPDATE "organizations" SET "name" = normalize("name", NFC) WHERE "name" IS NOT NFC NORMALIZED;
UPDATE "companies" SET "name" = normalize("name", NFC) WHERE "name" IS NOT NFC NORMALIZED;
UPDATE "users" SET "first_name" = normalize("first_name", NFC), "last_name" = normalize("last_name", NFC)
  WHERE "first_name" IS NOT NFC NORMALIZED OR "last_name" IS NOT NFC NORMALIZED;
