import { expect, it } from "vitest";
import { listAudit } from "@/lib/audit/read-audit";
import { auditListSchema } from "@/lib/audit/schemas";
import { schemasWith } from "@/lib/clients/field-schemas";
import { fieldRow, type GivenField, messageName, pathsWith } from "@/lib/clients/field-values";
import { getManifest } from "@/lib/clients/read-clients";
import { clientResponseSchema } from "@/lib/clients/schemas";
import { createClient, patchClient } from "@/lib/clients/write-clients";
import { english } from "@/lib/core/i18n/messages";
import { mintOrganization } from "@/test/factories/mint";
import { callRoute } from "@/test/requests/call-route";

const settings = Object.entries(schemasWith({ isPortable: true, changedBy: "PATCH" }));
const initial: Record<string, unknown> = Object.fromEntries(
  settings.map(([name]) => [name, fieldRow(name as GivenField).initial]),
);
const examples: Record<string, unknown> = Object.fromEntries(
  settings.map(([name, schema]) => [name, schema.meta()?.example ?? initial[name]]),
);

it("each setting is created, returned, described by the manifest, changed, and audited", async () => {
  const { organizationId, owner } = await mintOrganization();
  const call = { params: { organization_id: organizationId }, as: owner };
  const created = await callRoute(createClient, {
    ...call,
    body: { meta: { name: "Shipfast" }, ...examples },
  });
  expect(created.status).toBe(201);
  expect(created.body).toMatchObject(examples);

  const params = { organization_id: organizationId, client_id: String(created.body.client_id) };
  const manifest = await callRoute(getManifest, { params, as: owner });
  expect(manifest.body).toMatchObject(examples);

  const changed = await callRoute(patchClient, { params, as: owner, body: initial });
  expect(changed.body).toMatchObject(initial);
  const audit = await callRoute(listAudit, { ...call, query: { action: "client.updated" } });
  const [entry] = auditListSchema.parse(audit.body).items;
  const differing = Object.keys(initial).filter(
    (name) => JSON.stringify(examples[name]) !== JSON.stringify(initial[name]),
  );
  expect(Object.keys(entry?.before ?? {}).toSorted()).toEqual(differing.toSorted());
});

it("the table has each field of a response, with a name if audited, and columns of the export", () => {
  const { warnings: _, meta, scopes, ...others } = clientResponseSchema.shape;
  const namesIn = (part: string, { shape }: { shape: object }) =>
    Object.keys(shape).map((name) => `${part}.${name}`);
  const paths = [...Object.keys(others), ...namesIn("meta", meta), ...namesIn("scopes", scopes)];
  expect(pathsWith({}).toSorted()).toEqual(paths.toSorted());
  const audited = pathsWith({ isAudited: true }).filter((path) => path !== "pending_review");
  const names = Object.keys(english.clientFields);
  expect(names).toEqual(expect.arrayContaining(audited.map(messageName)));
  const columns = pathsWith({}).flatMap((path) => fieldRow(path).csv ?? []);
  expect(new Set(columns).size).toBe(columns.length);
  const portable = pathsWith({ isPortable: true });
  expect(portable.filter((path) => !fieldRow(path).csv)).toEqual(["scopes.type"]);
});
