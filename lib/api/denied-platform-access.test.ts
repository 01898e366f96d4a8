import { expect, it } from "vitest";
import { createServiceKey } from "@/lib/clients/service-keys/service-keys";
import { db } from "@/lib/core/db/client";
import { createLocalCompany } from "@/lib/platform/operators/owners";
import { listCompanyRequests } from "@/lib/requests/log/list-requests";
import { mintCompany } from "@/test/factories/mint";
import { mintOperator, mintServiceToken } from "@/test/factories/mint-platform";
import { callRoute } from "@/test/requests/call-route";
import { textOf } from "@/test/requests/read-json";

const rowsOf = (requestId: unknown) =>
  db().auditRow.findMany({ where: { organizationId: null, requestId: textOf(requestId) } });

it("security 103: denied calls of a service key and of support are in the platform's audit log", async () => {
  const token = await mintServiceToken(["platform/gate"]);
  const params = { company_id: String((await mintCompany()).companyId) };
  const ofKey = await callRoute(listCompanyRequests, { params, as: token });
  const support = await mintOperator("support");
  const body = { name: "Backup", scopes: ["platform/gate"] };
  const ofSupport = await callRoute(createServiceKey, { params: {}, as: support, body });
  expect([ofKey.status, ofSupport.status]).toEqual([403, 403]);
  expect(await rowsOf(ofKey.body.request_id)).toMatchObject([
    {
      actor: expect.stringMatching(/^service_key:/),
      action: "access.refused",
      target: "operation:listCompanyRequests",
      after: { operation: "listCompanyRequests", permission: "log:read" },
    },
  ]);
  expect(await rowsOf(ofSupport.body.request_id)).toMatchObject([
    {
      actor: `operator:${support.userId}`,
      after: { operation: "createServiceKey", permission: "keys:write" },
    },
  ]);
});

it("security 103: a flood of denied calls by a service key is recorded once a minute", async () => {
  const token = await mintServiceToken(["platform/gate"]);
  const call = () =>
    callRoute(createLocalCompany, { params: {}, as: token, body: { name: "Flood" } });
  const answers = await Promise.all(Array.from({ length: 30 }, call));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403));
  const ids = answers.map(({ body }) => textOf(body.request_id));
  expect(
    await db().auditRow.count({ where: { organizationId: null, requestId: { in: ids } } }),
  ).toBe(1);
});

it("an operation of the platform's API creates one resource per Idempotency-Key and caller", async () => {
  const create = (as: string) =>
    callRoute(createLocalCompany, {
      params: {},
      as,
      body: { name: "Once" },
      headers: { "idempotency-key": "a" },
    });
  const [token, other] = [
    await mintServiceToken(["platform/directory/write"]),
    await mintServiceToken(["platform/directory/write"]),
  ];
  const first = await create(token);
  const again = await create(token);
  expect(first.status).toBe(201);
  expect(again.body).toEqual(first.body);
  expect(again.headers.get("idempotency-replayed")).toBe("true");
  expect((await create(other)).body).not.toEqual(first.body);
});
