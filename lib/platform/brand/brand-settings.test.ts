import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { currentBrand, forgetBrand, lastBrand } from "@/lib/core/brand/current-brand";
import { DEFAULT_BRAND } from "@/lib/core/brand/values";
import { db } from "@/lib/core/db/client";
import { serveImage } from "@/lib/core/images/serve-image";
import { renderPage } from "@/lib/core/pages/render-page";
import { deleteBrandLogo } from "@/lib/platform/brand/delete-brand-logo";
import { getBrand } from "@/lib/platform/brand/get-brand";
import { putBrand } from "@/lib/platform/brand/put-brand";
import { putBrandLogo } from "@/lib/platform/brand/put-brand-logo";
import { type MintedUser, mintUser } from "@/test/factories/mint";
import { mintOperator, mintServiceToken } from "@/test/factories/mint-platform";
import { takeOwnDatabase } from "@/test/process/own-database";
import { callRoute } from "@/test/requests/call-route";
import { fieldAt, textOf } from "@/test/requests/read-json";

takeOwnDatabase();

const BRAND = {
  product_name: "Acme Marketplace",
  accent_color: "#c02060",
  support_email: "help@acme.example",
  support_url: "https://acme.example/help",
  terms_url: "https://acme.example/terms",
  privacy_url: "https://acme.example/privacy",
};

let operator: MintedUser;

beforeEach(async () => {
  operator = await mintOperator();
});

afterEach(async () => {
  await db().brand.deleteMany();
  forgetBrand();
});

const get = (as: MintedUser | string) => callRoute(getBrand, { params: {}, as });
const put = (body: object, as: MintedUser | string = operator) =>
  callRoute(putBrand, { params: {}, body, as });

describe("the brand", () => {
  it("is Latchkey's until an operator changes it", async () => {
    expect((await get(operator)).body).toMatchObject({
      product_name: "Latchkey",
      logo_uri: null,
      accent_color: null,
    });
    expect(await currentBrand()).toEqual(DEFAULT_BRAND);
  });

  it("is stored, shown by this process at once, and recorded in the platform's audit log", async () => {
    const { status, body } = await put(BRAND);
    expect(status).toBe(200);
    expect(body).toMatchObject(BRAND);
    expect(await currentBrand()).toMatchObject({
      productName: "Acme Marketplace",
      accentColor: "#c02060",
      privacyUrl: BRAND.privacy_url,
    });
    const row = await db().auditRow.findFirst({
      where: { organizationId: null },
      orderBy: { id: "desc" },
    });
    expect(row).toMatchObject({ action: "brand.updated", actor: `operator:${operator.userId}` });
  });

  it("keeps omitted fields, and null restores the default", async () => {
    await put(BRAND);
    const { body } = await put({ product_name: null, accent_color: null });
    expect(body).toMatchObject({
      ...BRAND,
      product_name: "Latchkey",
      accent_color: null,
    });
  });

  it("is named on pages rendered without React, with its colour", async () => {
    await put(BRAND);
    await currentBrand();
    const page = renderPage(new Headers(), 200, () => ({ title: "A page" }));
    const html = await page.text();
    expect(html).toContain("<title>A page · Acme Marketplace</title>");
    expect(html).toMatch(/--primary:light-dark\(#[0-9a-f]{6},#[0-9a-f]{6}\)/);
    expect(lastBrand().productName).toBe("Acme Marketplace");
  });

  it("costs one query for many pages", async () => {
    await put(BRAND);
    const brands = await Promise.all(Array.from({ length: 50 }, () => currentBrand()));
    expect(new Set(brands).size).toBe(1);
  });

  it("has an uploaded logo", async () => {
    const bytes = await sharp({ create: { width: 9, height: 9, channels: 3, background: "red" } })
      .png()
      .toBuffer();
    const file = { type: "image/png", bytes };
    const { status, body } = await callRoute(putBrandLogo, {
      params: {},
      as: operator,
      file,
    });
    expect(status).toBe(200);
    expect((await serveImage(new Request(textOf(body.logo_uri)))).status).toBe(200);
    expect((await currentBrand()).logoUri).toBe(body.logo_uri);
    const removed = await callRoute(deleteBrandLogo, { params: {}, as: operator });
    expect(removed.body.logo_uri).toBeNull();
  });

  it("is read by support and changed by operators only", async () => {
    const support = await mintOperator("support");
    expect((await get(support)).status).toBe(200);
    expect((await put(BRAND, support)).status).toBe(403);
    expect((await put(BRAND, await mintUser())).status).toBe(403);
    const key = await mintServiceToken(["platform/directory/write", "platform/scopes/write"]);
    expect((await put(BRAND, key)).status).toBe(403);
    expect((await put(BRAND, "")).status).toBe(401);
    expect(await currentBrand()).toEqual(DEFAULT_BRAND);
  });

  it.each([
    ["accent_color", "red"],
    ["accent_color", "#fff"],
    ["accent_color", "#12345g"],
    ["product_name", ""],
    ["product_name", "x".repeat(61)],
    ["product_name", "a\u202eb"],
    ["support_email", "nobody"],
    ["logo_uri", "https://tracker.example/pixel.png"],
  ])("rejects %s: %s", async (field, value) => {
    const { status, body } = await put({ [field]: value });
    expect([status, fieldAt(body, "errors.0.path")]).toEqual([400, field]);
  });

  it.each(
    ["support_url", "terms_url", "privacy_url"].flatMap((field) =>
      [
        "javascript:alert(1)",
        "data:text/html,x",
        "https://user:password@acme.example/",
        "https://127.0.0.1/",
        "https://wiki.internal/",
      ].map((value) => [field, value]),
    ),
  )("security 80: rejects %s: %s", async (field = "", value = "") => {
    const { status, body } = await put({ [field]: value });
    expect([status, fieldAt(body, "errors.0.path")]).toEqual([400, field]);
  });
});
