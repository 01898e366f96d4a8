import { readFile } from "node:fs/promises";
import { Client } from "pg";
import { describe, expect, it } from "vitest";
import { listClients } from "@/lib/clients/read-clients";
import { nameOrder } from "@/lib/core/db/list-sql";
import { compareNames } from "@/lib/core/values/name-order-values";
import { mintClient, mintOrganization } from "@/test/factories/mint";
import { createDatabase } from "@/test/process/own-database";
import { asOwner } from "@/test/process/owner-database";
import { callRoute } from "@/test/requests/call-route";
import { fieldAt, listOf, textOf } from "@/test/requests/read-json";

const IN_ORDER = [
  ...["10 Minutes", "2 Hours", "äpfel", "Apple", "Ärzte", "azure", "Éclair", "eclipse", "Œuvre"],
  ...["oz", "Ścieżka", "Zebra", "Ωmega", "Борис", "Ёлка", "सेवा", "서울", "東京"],
];

const MIGRATION = "prisma/migrations/20261127180000_names_in_alphabetical_order/migration.sql";

describe("names", () => {
  it("are sorted alphabetically in any script, by number and by cursor, in either direction", async () => {
    const { organizationId, owner } = await mintOrganization();
    for (const name of IN_ORDER.toReversed()) await mintClient(organizationId, { name });
    const read = async (query: Record<string, string>): Promise<unknown[]> => {
      const params = { organization_id: organizationId };
      const { body } = await callRoute(listClients, { params, query, as: owner });
      const names = listOf(body.items).map((item) => fieldAt(item, "meta.name"));
      const cursor = textOf(fieldAt(body, "page.next_id"));
      if (query.page_type !== "cursor" || cursor === "") return names;
      return [...names, ...(await read({ ...query, cursor }))];
    };
    for (const [sort, expected] of [
      ["name", IN_ORDER],
      ["-name", IN_ORDER.toReversed()],
    ] as const) {
      expect(await read({ sort, page_size: "100" })).toEqual(expected);
      expect(await read({ sort, page_size: "4", page_type: "cursor" })).toEqual(expected);
    }
  });

  it("have the same order where the service sorts them itself", () => {
    expect(IN_ORDER.toReversed().sort(compareNames)).toEqual(IN_ORDER);
    expect(["b", "A", "a", "B"].sort(compareNames)).toEqual(["A", "a", "b", "B"]);
  });

  it("stay different when they are sorted alike", async () => {
    const { rows } = await asOwner((owner) =>
      owner.query(
        `SELECT one FROM unnest($1::text[]) AS one, unnest($1::text[]) AS other
         WHERE ${nameOrder("one")} = ${nameOrder("other")}`,
        [["é", "e\u0301", "e", "e\u200b", "ｅ"]],
      ),
    );
    expect(rows).toHaveLength(5);
  });

  it("are read in order from an index, from any position", async () => {
    await asOwner(async (owner) => {
      await owner.query("SET enable_seqscan = off");
      await owner.query("SET enable_sort = off");
      const plans = ["", `AND (${nameOrder("name")}, client_id) > (lower('Ärzte'), '')`].map(
        (after) =>
          owner.query(
            `EXPLAIN SELECT client_id FROM clients WHERE organization_id = 'o' AND deleted_at IS NULL ${after}
           ORDER BY ${nameOrder("name")}, client_id LIMIT 20`,
          ),
      );
      for (const { rows } of await Promise.all(plans)) {
        const plan = JSON.stringify(rows);
        expect(plan).toContain("clients_live_name_idx");
        expect(plan).not.toContain("Sort");
      }
      const { rows: afterPosition } = (await plans[1]) ?? { rows: [] };
      expect(JSON.stringify(afterPosition)).toMatch(/Index Cond: [^"]*ROW\(/);
    });
  });

  it("are sorted by code points in a database that cannot use ICU", async () => {
    const [create = ""] = (await readFile(MIGRATION, "utf8")).split("-- The lock");
    const options = "TEMPLATE template0 ENCODING SQL_ASCII LOCALE_PROVIDER libc LOCALE 'C'";
    const client = new Client(await createDatabase(options));
    await client.connect();
    await client.query(create);
    const { rows } = await client.query(
      "SELECT collprovider FROM pg_collation WHERE collname = 'names'",
    );
    await client.end();
    expect(rows).toEqual([{ collprovider: "c" }]);
  });
});
