import { describe, expect, it } from "vitest";
import { curlCommand } from "@/lib/api/client/curl-command";
import { requestOf } from "@/lib/api/client/prepared-call";
import { EMPTY_DRAFT } from "./client-draft";
import { savingCalls } from "./save-client";

const before = { ...EMPTY_DRAFT, name: "Shipfast" };
const target = { organizationId: "a".repeat(24), clientId: "b".repeat(24), version: 7 };

const callsFor = (after: typeof before) => savingCalls({ target, before, after });

describe("saving a form", () => {
  it("sends nothing when nothing changed", () => {
    expect(callsFor({ ...before })).toEqual([]);
  });

  it("sends only changed fields, for the version that was displayed", () => {
    const [call, ...rest] = callsFor({ ...before, requiresPkce: true });
    expect(rest).toEqual([]);
    expect(call && requestOf(call)).toMatchObject({
      method: "PATCH",
      headers: { "if-match": '"7"' },
      body: '{"require_pkce":true}',
    });
  });

  it("sends settings first, then name and tags for the resulting version", () => {
    const calls = callsFor({ ...before, requiresPkce: true, tags: "beta" }).map(requestOf);
    expect(calls.map(({ method }) => method)).toEqual(["PATCH", "PUT"]);
    expect(calls[1]).toMatchObject({
      headers: { "if-match": '"8"' },
      body: '{"meta":{"tags":["beta"]}}',
    });
  });
});

describe("a call shown as a curl command", () => {
  it("is the request that is sent, with the token in a variable and safe quoting", () => {
    const [call] = callsFor({ ...before, name: "Asha 'labels' $(id)" });
    const { organizationId, clientId } = target;
    expect(
      call && curlCommand(call, "https://platform.example.com"),
    ).toBe(`curl -X PUT 'https://platform.example.com/service/partner/authorization/v1.0/organization/${organizationId}/oauth/client/${clientId}?secrets=masked' \\
  -H "Authorization: Bearer $TOKEN" \\
  -H 'Content-Type: application/json' \\
  -H 'If-Match: "7"' \\
  -d '{
  "meta": {
    "name": "Asha '\\''labels'\\'' $(id)"
  }
}'`);
  });
});
