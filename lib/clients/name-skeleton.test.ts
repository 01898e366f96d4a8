import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { findLookAlike } from "@/lib/clients/listing/require-unique-name";
import { db } from "@/lib/core/db/client";
import { APPLICATION_ROLE } from "@/lib/core/db/embedded/cluster";
import { MIGRATIONS, migrate, migrationNames } from "@/lib/core/db/migrate";
import { INVISIBLE } from "@/lib/core/values/invisible-values";
import { correctNames } from "@/test/factories/correct-names";
import { takeEmptyDatabase } from "@/test/process/own-database";
import { asOwner, ownerDatabaseUrl } from "@/test/process/owner-database";

const MIGRATION = "20261127170000_look_alikes_without_the_invisible";

// PostgreSQL stores no NUL.
const codePoints = Array.from({ length: 0x10ffff }, (_, at) => at + 1)
  .filter((at) => at < 0xd800 || at > 0xdfff)
  .map((at) => String.fromCodePoint(at));
const isInvisible = new RegExp(String.raw`(?!\p{Co})[${INVISIBLE}]`, "u");
const invisible = codePoints.filter((character) => isInvisible.test(character));

const BEFORE = "a".repeat(24);
const AFTER = "b".repeat(24);
const DECOMPOSED = "c".repeat(24);

takeEmptyDatabase();

const applyAll = (names?: readonly string[]) =>
  migrate(ownerDatabaseUrl(), MIGRATIONS, APPLICATION_ROLE, names && { names });

/** A listed client, as each version of the schema stores it. */
const insertListed = (
  owner: { query: (text: string, values: string[]) => unknown },
  id: string,
  name: string,
) =>
  owner.query(
    "INSERT INTO clients (client_id, record_id, organization_id, slug, name, listing) VALUES ($1, $1, 'o', $1, $2, 'listed')",
    [id, name],
  );

beforeAll(async () => {
  const names = await migrationNames(MIGRATIONS);
  await applyAll(names.slice(0, names.indexOf(MIGRATION)));
  await asOwner(async (owner) => {
    await owner.query(`
      INSERT INTO companies (id, name) VALUES (1, U&'Cafe\\0301');
      INSERT INTO organizations (id, name, company_id) VALUES ('o', U&'Mu\\0308ller', 1);
      INSERT INTO users (id, first_name, last_name)
      VALUES ('dddddddddddddddddddddddd', U&'Rene\\0301', U&'Nun\\0303ez')`);
    await insertListed(owner, BEFORE, "Ship\ufe0ffast");
    await insertListed(owner, DECOMPOSED, "Bu\u0308cher");
    await owner.query(
      "UPDATE clients SET tags = ARRAY[U&'e\\0301', U&'\\00e9', 'a'] WHERE client_id = $1",
      [DECOMPOSED],
    );
  });
  await applyAll();
});

it("names that were stored in another form are in NFC, and are found by their NFC", async () => {
  await asOwner(async (owner) => {
    const { rows } = await owner.query(
      `SELECT c.name, c.tags, c.search_text, o.name AS organization, p.name AS company, u.first_name, u.last_name
       FROM clients c, organizations o, companies p, users u WHERE c.client_id = $1`,
      [DECOMPOSED],
    );
    expect(rows).toEqual([
      {
        name: "B\u00fccher",
        tags: expect.arrayContaining(["a", "\u00e9"]),
        search_text: expect.stringContaining("b\u00fccher"),
        organization: "M\u00fcller",
        company: "Caf\u00e9",
        first_name: "Ren\u00e9",
        last_name: "Nu\u00f1ez",
      },
    ]);
    expect(rows[0].tags).toHaveLength(2);
  });
});

/** The pairs of which a database function returns different texts. */
async function differentPairs(pairs: readonly (readonly [string, string])[]): Promise<unknown[]> {
  const { rows } = await asOwner((owner) =>
    owner.query(
      "SELECT a, b FROM unnest($1::text[], $2::text[]) AS pairs(a, b) WHERE name_skeleton(a) <> name_skeleton(b)",
      [pairs.map(([a]) => a), pairs.map(([, b]) => b)],
    ),
  );
  return rows;
}

describe("security 131: names that look the same", () => {
  it("are found alike by the characters that pages spell out, and by spaces, of all of Unicode", async () => {
    const all = codePoints.join("");
    const { rows } = await asOwner((owner) =>
      owner.query("SELECT visible_text($1) AS text", [all]),
    );
    const visible = all.replace(new RegExp(String.raw`[${INVISIBLE}\p{Z}]`, "gu"), "");
    // Compared as a whole: a report of the difference would be longer than the code points.
    expect(rows[0].text === visible).toBe(true);
  });

  it("are found alike whichever invisible characters are in whatever place of them", async () => {
    const name = fc.oneof(
      fc.constantFrom(...correctNames.map(([, each]) => each)),
      fc.string({ unit: "binary", minLength: 1 }).map((text) => text.replaceAll("\0", "a")),
      fc.string({ unit: "grapheme-ascii", minLength: 1 }),
    );
    const inserted = fc.array(fc.constantFrom(...invisible), { minLength: 1, maxLength: 4 });
    const pair = fc.tuple(name, fc.nat(), inserted).map(([text, at, characters]) => {
      const letters = [...text];
      const twin = letters.toSpliced(at % (letters.length + 1), 0, ...characters).join("");
      return [text, twin] as const;
    });
    expect(await differentPairs(fc.sample(pair, 2_000))).toEqual([]);
  });

  it("are found alike in each normalization, in either case, and even without a letter", async () => {
    const pairs = correctNames.flatMap(([, name]) => [
      [name, name.normalize("NFD")] as const,
      [name, name.normalize("NFKC")] as const,
    ]);
    const others = [
      ["Müller & Co", "MÜLLER&CO"],
      ["***", "*\u00ad*\u2800*"],
      // Names that show nothing are all alike.
      ["\u2800", "\u115f\u034f"],
    ] as const;
    expect(await differentPairs([...pairs, ...others])).toEqual([]);
    expect(await differentPairs([["***", "###"]])).toHaveLength(1);
  });

  it("are found by the index of listed names, also when stored before the function changed", async () => {
    await asOwner(async (owner) => {
      await insertListed(owner, AFTER, "Ship\u2062fast");
      await owner.query("SET enable_seqscan = off");
      const query =
        "SELECT client_id FROM clients WHERE listing = 'listed' AND deleted_at IS NULL AND name_skeleton(name) = name_skeleton('shipfast')";
      const plan = await owner.query(`EXPLAIN ${query}`);
      expect(JSON.stringify(plan.rows)).toContain("clients_listed_skeleton_idx");
      const { rows } = await owner.query(query);
      expect(rows.map((row) => row.client_id).toSorted()).toEqual([BEFORE, AFTER]);
    });
    expect(await findLookAlike(db(), BEFORE, "Shipf\u00adast")).toBe("Ship\u2062fast");
  });

  it("do not include correct names that look different", async () => {
    const { rows } = await asOwner((owner) =>
      owner.query("SELECT count(DISTINCT name_skeleton(n))::int FROM unnest($1::text[]) AS n", [
        correctNames.map(([, name]) => name),
      ]),
    );
    expect(rows).toEqual([{ count: correctNames.length }]);
  });
});
