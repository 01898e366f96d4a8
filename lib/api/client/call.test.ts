import { afterEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "@/lib/api/client/api-error";
import { call, registerReauthPrompt, sendCall } from "@/lib/api/client/call";
import { createClientCall, patchClientCall, revokeSecretCall } from "@/lib/api/client/client-calls";

const organizationId = "a".repeat(24);
const clientId = "b".repeat(24);
const params = { organization_id: organizationId };
const page = { type: "number", current: 1, size: 10, total: 0, has_next: false };

const ANSWERS_OF_OTHERS = [
  null,
  "Bad gateway",
  { error: "bad_gateway" },
  { error: "x", message: "y", request_id: "z", errors: [{ path: 1, message: "m" }] },
];

afterEach(() => {
  vi.unstubAllGlobals();
});

function answer(status: number, body: unknown) {
  const fetched = vi.fn<typeof fetch>(async () => Response.json(body, { status }));
  vi.stubGlobal("fetch", fetched);
  return fetched;
}

async function errorOf(promise: Promise<unknown>): Promise<ApiError> {
  const thrown = await promise.catch((error: unknown) => error);
  if (thrown instanceof ApiError) return thrown;
  throw new Error("No ApiError was thrown", { cause: thrown });
}

describe("call", () => {
  it("fills in the path, omits undefined parameters, and returns the body", async () => {
    const fetched = answer(200, { items: [], page });
    const query = { q: "a b&c", page_no: 2, tag: undefined };
    expect(await call("listClients", { params, query })).toEqual({ items: [], page });
    expect(fetched).toHaveBeenCalledWith(
      `/service/partner/authorization/v1.0/organization/${organizationId}/oauth/client?q=a+b%26c&page_no=2`,
      expect.objectContaining({ method: "GET", credentials: "same-origin", body: null }),
    );
  });

  it("throws the API's message, code, fields, and request id", async () => {
    const message = "meta.name: must have at least 1 character";
    const errors = [{ path: "meta.name", message: "must have at least 1 character" }];
    answer(400, { error: "invalid_request", message, request_id: "request-1", errors });
    const error = await errorOf(sendCall(createClientCall(organizationId, { meta: { name: "" } })));
    const told = { status: 400, code: "invalid_request", message, requestId: "request-1" };
    expect(error).toMatchObject({ ...told, fields: errors });
  });

  it.each<[string, number, () => Promise<Response>]>([
    ["no response", 0, () => Promise.reject(new TypeError("fetch failed"))],
    ["HTML", 502, async () => new Response("<h1>Bad gateway</h1>", { status: 502 })],
    ...ANSWERS_OF_OTHERS.map((body): [string, number, () => Promise<Response>] => [
      JSON.stringify(body),
      502,
      async () => Response.json(body, { status: 502 }),
    ]),
  ])("throws unreachable for %s", async (_, status, respond) => {
    vi.stubGlobal("fetch", respond);
    const error = await errorOf(call("listClients", { params }));
    expect(error).toMatchObject({ status, code: "unreachable" });
  });

  it("rethrows an abort unchanged", async () => {
    const controller = new AbortController();
    controller.abort(new Error("left the page"));
    vi.stubGlobal("fetch", async () => Promise.reject(controller.signal.reason));
    const request = call("listClients", { params, signal: controller.signal });
    await expect(request).rejects.toThrow("left the page");
  });
});

describe("mutations", () => {
  it("send the displayed version as If-Match", async () => {
    const denied = { error: "precondition_failed", message: "a", request_id: "b", errors: [] };
    const fetched = answer(412, denied);
    const target = { organizationId, clientId, version: 3 };
    const denial = await errorOf(sendCall(patchClientCall(target, { is_active: false })));
    expect(denial.code).toBe("precondition_failed");
    expect(fetched.mock.calls[0]?.[1]).toMatchObject({
      method: "PATCH",
      headers: { "if-match": '"3"', "content-type": "application/json" },
      body: '{"is_active":false}',
    });
  });

  it("include the secret's id in the path", async () => {
    const secretId = "c".repeat(24);
    const fetched = answer(200, { id: secretId });
    expect((await sendCall(revokeSecretCall({ organizationId, clientId }, secretId))).id).toBe(
      secretId,
    );
    expect(fetched.mock.calls[0]?.[0]).toMatch(new RegExp(`/${clientId}/secret/${secretId}$`));
  });
});

describe("a change after the session has expired", () => {
  const sessionEnded = { error: "unauthenticated", message: "a", request_id: "b", errors: [] };
  const change = () => sendCall(revokeSecretCall({ organizationId, clientId }, "c".repeat(24)));

  function answerInTurn(...statuses: number[]) {
    const fetched = vi.fn<typeof fetch>(async () => {
      const status = statuses.shift() ?? 200;
      return Response.json(status === 401 ? sessionEnded : { id: "c" }, { status });
    });
    vi.stubGlobal("fetch", fetched);
    return fetched;
  }

  it("waits for the person to sign in again and is then sent once", async () => {
    const fetched = answerInTurn(401, 200);
    const close = registerReauthPrompt(async () => true);
    await change();
    close();
    expect(fetched).toHaveBeenCalledTimes(2);
    expect(fetched.mock.calls[1]).toEqual(fetched.mock.calls[0]);
  });

  it("is rejected when the person declines to sign in or no page can ask them to", async () => {
    const fetched = answerInTurn(401, 401);
    const close = registerReauthPrompt(async () => false);
    expect((await errorOf(change())).code).toBe("unauthenticated");
    close();
    expect((await errorOf(change())).code).toBe("unauthenticated");
    expect(fetched).toHaveBeenCalledTimes(2);
  });

  it("does not ask the person to sign in for a read, which pages repeat themselves", async () => {
    answerInTurn(401);
    const prompt = vi.fn(async () => true);
    const close = registerReauthPrompt(prompt);
    expect((await errorOf(call("listClients", { params }))).code).toBe("unauthenticated");
    close();
    expect(prompt).not.toHaveBeenCalled();
  });
});
