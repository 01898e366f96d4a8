-- An index keeps the values that its function had, so it is built again. The lock comes first, because a weaker one that
-- becomes stronger could block a running server that is about to write.
LOCK TABLE "clients" IN ACCESS EXCLUSIVE MODE;
DROP INDEX "clients_listed_skeleton_idx";

-- A text without characters that show nothing: those of INVISIBLE in lib/core/values/invisible-values.ts, and spaces.
CREATE FUNCTION "visible_text"("text" text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN regexp_replace("text", '[\u0001-\u0020\u007F-\u00A0\u00AD\u034F\u061C\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F\u2000-\u200F\u2028-\u202F\u205F-\u206F\u2800\u3000\u3164\uE000-\uF8FF\uFDD0-\uFDEF\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFC\uFFFE\uFFFF\U00013430-\U00013442\U00016FE4\U0001BCA0-\U0001BCA3\U0001D159\U0001D173-\U0001D17A\U0001FFFE\U0001FFFF\U0002FFFE\U0002FFFF\U0003FFFE\U0003FFFF\U0004FFFE\U0004FFFF\U0005FFFE\U0005FFFF\U0006FFFE\U0006FFFF\U0007FFFE\U0007FFFF\U0008FFFE\U0008FFFF\U0009FFFE\U0009FFFF\U000AFFFE\U000AFFFF\U000BFFFE\U000BFFFF\U000CFFFE\U000CFFFF\U000DFFFE-\U000E0FFF\U000EFFFE-\U0010FFFF]', '', 'g');

-- What two names share that look alike: without invisible characters, case, accents and punctuation, and with one letter
-- for all that look like it (digits, Cyrillic, Greek, Armenian). Each character of translate's first list becomes the one
-- below it. A name of punctuation stays as it is, without what cannot be seen.
CREATE OR REPLACE FUNCTION "name_skeleton"("name" text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN coalesce(nullif(replace(replace(translate(
    lower(regexp_replace("visible_text"(normalize("visible_text"("name"), NFKD)), '[\u0300-\u036F!-/:-@[-`{}~]', '', 'g')),
    '0оОοΟօ1l|іІιΙӏӀıаАαΑвВβΒьЬсСϲԁеЕεΕɡһҺнНΗјЈкКκΚмМΜпηΝорРρΡԛгѕЅтТτΤυսνѵѴԝԜωхХχΧуУүҮγΥΖζ',
    'ooooooiiiiiiiiiiaaaabbbbbbcccdeeeeghhhhhjjkkkkmmmnnnnppppqrssttttuuvvvwwwxxxxyyyyyyzz'), 'rn', 'm'), 'vv', 'w'), ''),
    lower("visible_text"(normalize("visible_text"("name"), NFKD))));

CREATE INDEX "clients_listed_skeleton_idx" ON "clients"("name_skeleton"("name")) WHERE "listing" = 'listed' AND "deleted_at" IS NULL;
