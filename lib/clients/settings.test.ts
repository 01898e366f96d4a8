import { expect, it } from "vitest";
import { listAudit } from "@/lib/audit/list-audit";
import { auditListSchema } from "@/lib/audit/schemas";
import { createClient } from "@/lib/clients/create-client";
import { COLUMNS } from "@/lib/clients/export/export-clients";
import { SETTING_SCHEMAS } from "@/lib/clients/field-schemas";
import { SETTINGS } from "@/lib/clients/field-values";
import { getManifest } from "@/lib/clients/manifest/get-manifest";
import { patchClient } from "@/lib/clients/patch-client";
import { settingNames } from "@/lib/clients/settings";
import { messages } from "@/lib/core/i18n/messages";
import { mintOrganization } from "@/test/factories/mint";
import { callRoute } from "@/test/requests/call-route";

const examples = Object.fromEntries(
  settingNames.map((name) => [
    name,
    SETTING_SCHEMAS[name].schema.meta()?.example ?? SETTINGS[name].initial,
  ]),
);
const initial = Object.fromEntries(settingNames.map((name) => [name, SETTINGS[name].initial]));

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
  const differing = settingNames.filter(
    (name) => JSON.stringify(examples[name]) !== JSON.stringify(initial[name]),
  );
  expect(Object.keys(entry?.before ?? {}).toSorted()).toEqual(differing.toSorted());
});

it("each setting has a column in the export, and words for the form and the audit log", () => {
  const header = COLUMNS.map(([name]) => name);
  expect(header).toEqual(expect.arrayContaining(settingNames));
  for (const { audit, clientForm } of Object.values(messages)) {
    expect(Object.keys(audit.fields)).toEqual(expect.arrayContaining(settingNames));
    expect(Object.keys(clientForm.fields)).toEqual(expect.arrayContaining(settingNames));
  }
});
