import sharp from "sharp";
import { beforeEach, describe, expect, it } from "vitest";
import { deleteClientLogo, putClientLogo } from "@/lib/clients/logo/logo";
import { patchClient } from "@/lib/clients/write-clients";
import { serveImage } from "@/lib/core/images/serve-image";
import { mintClient } from "@/test/factories/mint";
import type { RouteCall } from "@/test/requests/call-route";
import { clientScene } from "@/test/requests/client-scene";
import { fieldAt, textOf } from "@/test/requests/read-json";

const { id, owner, member, client, call, auditRows } = clientScene();
let png: Buffer;

beforeEach(async () => {
  png = await sharp({ create: { width: 60, height: 30, channels: 3, background: "#a03010" } })
    .png()
    .toBuffer();
});

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"/>';
const upload = (bytes: Buffer, more: Partial<RouteCall> = {}) =>
  call(putClientLogo, { file: { type: "image/png", bytes }, ...more });

describe("the logo of a client", () => {
  it("security 79: is stored as PNG and served with a policy of its own, nosniff and an immutable cache", async () => {
    const { headers, body } = await upload(png);
    expect(headers.get("etag")).toBe('"2"');
    expect(body.logo_uri).toMatch(/^http:\/\/127\.0\.0\.1:3000\/logos\/[0-9a-f]{64}$/);
    const answer = await serveImage(new Request(textOf(body.logo_uri)));
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "image/png",
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "cache-control": "public, max-age=31536000, immutable",
    });
    const served = Buffer.from(await answer.arrayBuffer());
    expect(await sharp(served).metadata()).toMatchObject({ format: "png", width: 60, height: 30 });
  });

  it("can be removed, which is recorded in the audit log", async () => {
    await upload(png);
    const { status, body } = await call(deleteClientLogo);
    expect([status, body.logo_uri]).toEqual([200, null]);
    const before = { logo_uri: expect.stringContaining("/logos/") };
    const [, row] = await auditRows("client.updated");
    expect(row).toMatchObject({ before, after: { logo_uri: null } });
  });

  it("is stored once when two clients upload the same image at the same time", async () => {
    const otherClient = await mintClient(id());
    const admin = await member("admin");
    const answers = await Promise.all(
      [owner(), admin].flatMap((as) =>
        [client(), otherClient].map(({ clientId: client_id }) =>
          upload(png, { as, params: { client_id } }),
        ),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.logo_uri)).size).toBe(1);
  });

  it.each([
    ["an SVG that claims to be a PNG", "image/png", Buffer.from(SVG), 400],
    ["an SVG", "image/svg+xml", Buffer.from(SVG), 415],
    ["larger than 10 MB", "image/png", Buffer.alloc(10 * 1024 * 1024 + 1), 413],
  ])("security 79: must not be %s", async (_what, type, bytes, status) => {
    expect((await upload(bytes, { file: { type, bytes } })).status).toBe(status);
  });

  it.each(["0".repeat(64), "nothing", "..%2f..", "A".repeat(64)])(
    "does not exist at /logos/%s",
    async (id) => {
      const answer = await serveImage(new Request(`http://127.0.0.1:3000/logos/${id}`));
      expect(answer.status).toBe(404);
    },
  );
});

describe("the links of a client", () => {
  const patch = (body: object) => call(patchClient, { body });

  it.each([
    ["policy_uri", "javascript:alert(1)"],
    ["policy_uri", "https://localhost/privacy"],
    ["tos_uri", "data:text/html,<script>alert(1)</script>"],
    ["tos_uri", "https://10.0.0.1/privacy"],
    ["support_email", "javascript:alert(1)"],
    ["support_email", "not an address"],
    ["support_email", "a@b"],
    ["logo_uri", "https://tracker.example/pixel.png"],
    ["support_email", "a@example.com\r\nBcc: b@example.com"],
  ])("security 80: %s must not be %s", async (field, value) => {
    const { status, body } = await patch({ [field]: value });
    expect([status, fieldAt(body, "errors.0.path")]).toEqual([400, field]);
  });
});
