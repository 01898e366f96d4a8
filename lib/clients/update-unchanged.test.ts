import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { getClient } from "@/lib/clients/read-clients";
import { updateClient } from "@/lib/clients/write-clients";
import { db } from "@/lib/core/db/client";
import { mintManagementToken, mintSecret } from "@/test/factories/mint";
import type { RouteCall } from "@/test/requests/call-route";
import { clientScene } from "@/test/requests/client-scene";
import type { Fields } from "@/test/requests/read-json";

const { id, member, client, call } = clientScene({ tags: ["one", "two"] });

beforeEach(async () => {
  await mintSecret(client().clientId);
});

const fetchClient = (more: Partial<RouteCall> = {}) => call(getClient, more);
const put = (body: unknown, more: Partial<RouteCall> = {}) => call(updateClient, { body, ...more });

describe("PUT of a client as it was fetched", () => {
  it.each(["clear", "masked"])(
    "succeeds and changes nothing with its secrets %s, even if one was used meanwhile",
    async (secrets) => {
      const { body } = await fetchClient({ query: { secrets } });
      const where = { clientId: client().clientId };
      await db().clientSecret.updateMany({ where, data: { lastUsedAt: new Date() } });
      const answer = await put(body);
      const { secret: _secret, last_used_at: _, ...rest } = body;
      expect([answer.status, answer.body]).toMatchObject([200, rest]);
    },
  );

  it("succeeds for a token and a member who cannot see secrets", async () => {
    const scopes = ["organization/clients/read", "organization/clients/write"];
    const { token } = await mintManagementToken(id(), scopes);
    for (const as of [await member("developer"), token]) {
      const { body } = await fetchClient({ as });
      expect((await put(body, { as })).status).toBe(200);
    }
  });

  it("changes what meta changes, whether or not name is included", async () => {
    const { body } = await fetchClient();
    const renamed = (name: string) => ({ meta: { ...Object(body.meta), name } });
    expect((await put({ ...body, ...renamed("Renamed") })).body.name).toBe("Renamed");
    const { body: again } = await fetchClient();
    expect((await put({ ...again, ...renamed("Twice"), name: "Twice" })).body.name).toBe("Twice");
  });

  /** Another value of the same type. */
  function differing(value: unknown): unknown {
    if (typeof value === "boolean") return !value;
    if (typeof value === "number") return value + 1;
    if (Array.isArray(value)) return [...value, "other"];
    if (typeof value !== "object" || value === null) return "other";
    const parts = Object.entries(value).map(([name, part]) => [name, differing(part)]);
    return { ...Object.fromEntries(parts), other: "other" };
  }

  it("security 48: rejects another value of any other field by name, and names every one that differs", async () => {
    const { body } = await fetchClient();
    const others = Object.keys(body).filter((name) => !["meta", "last_used_at"].includes(name));
    expect(others.length).toBeGreaterThan(30);
    const hints: Record<string, string> = {
      redirect_urls: "use PATCH",
      name: "use meta.name",
      slug: "omit it or send the current value",
    };
    const changes: Fields = {};
    for (const name of others) {
      changes[name] = differing(body[name]);
      const { status, body: denial } = await put({ ...body, [name]: changes[name] });
      const message = `cannot be changed by PUT: ${hints[name] ?? ""}`;
      expect([status, denial.errors], name).toEqual([
        400,
        [{ path: name, message: expect.stringContaining(message) }],
      ]);
    }
    expect((await put({ ...body, ...changes })).body.errors).toHaveLength(others.length);
    expect((await fetchClient()).body.version).toBe(body.version);
  });

  it.each<[string, (present: string[]) => unknown]>([
    ["only one of them", (present) => present.slice(0, 1)],
    ["others", (present) => present.map(() => "••••0000")],
    ["a text", (present) => "x".repeat(present.length)],
  ])("security 48: rejects %s instead of its secrets", async (_what, change) => {
    const { body } = await fetchClient();
    const answer = await put({ ...body, secret: change(z.array(z.string()).parse(body.secret)) });
    expect(answer.body).toMatchObject({ errors: [{ path: "secret" }] });
  });

  it("security 48: rejects the new name in another field", async () => {
    const answer = await put({ slug: "renamed", meta: { name: "renamed" } });
    expect(answer.body).toMatchObject({ errors: [{ path: "slug" }] });
  });
});
