import { beforeAll, describe, expect, it } from "vitest";
import { answerOperation } from "@/lib/api/answer-operation";
import { db } from "@/lib/core/db/client";
import {
  type MintedClient,
  type MintedOrganization,
  mintClient,
  mintOrganization,
} from "@/test/factories/mint";
import type { RouteAnswer } from "@/test/requests/call-route";
import {
  callOperation,
  type ManagementOperation,
  managementOperations,
} from "@/test/requests/management-operations";

let organization: MintedOrganization;
let client: MintedClient;

beforeAll(async () => {
  organization = await mintOrganization();
  client = await mintClient(organization.organizationId);
});

function call(operation: ManagementOperation, search: string): Promise<RouteAnswer> {
  const query = new URLSearchParams(search);
  return callOperation(operation, organization, client, { as: organization.owner, query });
}

function countChanges(): Promise<number> {
  return db().auditRow.count({ where: { organizationId: organization.organizationId } });
}

function operationNamed(operationId: string): ManagementOperation {
  const found = managementOperations.find(({ operation }) => operation.id === operationId);
  if (!found) throw new Error(`There is no operation ${operationId}`);
  return found;
}

describe("an unknown query parameter on the management API", () => {
  it.each(managementOperations)(
    "is rejected by name by $operation.id, which changes nothing",
    async (operation) => {
      const before = await countChanges();
      const { status, body } = await call(operation, "unheard_of=1");
      expect(status).toBe(400);
      expect(body).toMatchObject({
        error: "invalid_request",
        message: expect.stringMatching(/^unheard_of: is not a query parameter of this operation/),
        errors: [{ path: "unheard_of" }],
      });
      expect(await countChanges()).toBe(before);
    },
  );

  it.each([
    ["is_activ=false", "is_active"],
    ["is_actve=false", "is_active"],
    ["active=false", "is_active"],
    ["isActive=false", "is_active"],
    ["pageSize=5", "page_size"],
    ["page-no=5", "page_no"],
    ["page=5", "page_no"],
    ["PAGE_NO=5", "page_no"],
    ["client_tpe=extension", "client_type"],
    ["tags=a", "tag"],
  ])("gets a suggestion for %s: %s", async (search, meant) => {
    const { status, body } = await call(operationNamed("listClients"), search);
    expect(status).toBe(400);
    expect(body.message).toContain(`Did you mean ${meant}?`);
  });

  it.each(["unheard_of=1", "__proto__=1", "constructor=1", "=1"])(
    "gets the list of parameters when it resembles none: %s",
    async (search) => {
      const { status, body } = await call(operationNamed("getActivity"), search);
      expect(status).toBe(400);
      expect(body.message).toContain("It takes: window.");
    },
  );

  it("is rejected with a hint when the operation takes no parameters", async () => {
    const { body } = await call(operationNamed("getImpact"), "secrets=masked");
    expect(body.message).toContain("It takes none.");
  });
});

describe("query values on the management API", () => {
  it.each([
    ...[
      "page_no=1e3",
      "page_no=0x10",
      "page_no=%201",
      "page_no=1%20",
      "page_no=+1",
      "page_no=%2B1",
    ],
    ...[
      "page_no=1.0",
      "page_no=01",
      "page_no=",
      "page_no=0",
      "page_no=-1",
      "page_size=-1",
      "page_no=NaN",
    ],
    ...["page_no=%D9%A1", "page_no=1_0", "page_no=Infinity", "page_no=9999999999999999999999"],
    ...[
      "page_size=1e1",
      "page_size=101",
      "page_size=1000000000",
      "page_size=0",
      "page_size=0b1",
      "page_size=10%0A",
    ],
    ...["is_active=True", "is_active=TRUE", "is_active=1", "is_active=yes", "is_active="],
    ...["is_active=%20true", "deleted=on", "never_used=0"],
  ])(
    "security 49: are rejected by name unless they are plain numbers, true or false: %s",
    async (search) => {
      const { status, body } = await call(operationNamed("listClients"), search);
      expect(status).toBe(400);
      const name = search.split("=")[0];
      expect(body).toMatchObject({ error: "invalid_request", errors: [{ path: name }] });
      expect(body.message).toMatch(
        /must be (a whole number from 1 to \d+, in decimal digits|true or false)$/,
      );
    },
  );

  it("are rejected by name when repeated, for known and unknown parameters", async () => {
    for (const search of ["is_active=true&is_active=true", "tag=a&page_no=1&tag=b"]) {
      const { operation } = operationNamed("listClients");
      const path = operation.path.replace("{organization_id}", organization.organizationId);
      const request = new Request(`http://127.0.0.1:3000${path}?${search}`, {
        headers: { cookie: organization.owner.cookie },
      });
      const answer = await answerOperation(operation)(request);
      expect(answer.status).toBe(400);
      const name = search.split("=")[0];
      expect(await answer.json()).toMatchObject({
        message: `The parameter "${name}" is repeated.`,
        errors: [{ path: name, message: "is repeated" }],
      });
    }
  });
});
