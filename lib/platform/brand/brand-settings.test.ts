import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { currentBrand, forgetBrand, lastBrand } from "@/lib/core/brand/current-brand";
import { DEFAULT_BRAND } from "@/lib/core/brand/values";
import { db } from "@/lib/core/db/client";
import { serveImage } from "@/lib/core/images/serve-image";
import { renderPage } from "@/lib/core/pages/render-page";
import { deleteBrandLogo, getBrand, putBrand, putBrandLogo } from "@/lib/platform/brand/brand";
import type { MintedUser } from "@/test/factories/mint";
import { mintOperator } from "@/test/factories/mint-platform";
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

const put = (body: object) => callRoute(putBrand, { params: {}, body, as: operator });

describe("the brand", () => {
  it("is Latchkey's until an operator changes it", async () => {
    const brand = { product_name: "Latchkey", logo_uri: null, accent_color: null };
    expect((await callRoute(getBrand, { params: {}, as: operator })).body).toMatchObject(brand);
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
    expect(body).toMatchObject({ ...BRAND, product_name: "Latchkey", accent_color: null });
  });

  it("is named on pages rendered without React, with its colour", async () => {
    await put(BRAND);
    const brands = await Promise.all(Array.from({ length: 50 }, () => currentBrand()));
    // One query is enough for all of them.
    expect(new Set(brands).size).toBe(1);
    const page = renderPage(new Headers(), 200, () => ({ title: "A page" }));
    const html = await page.text();
    expect(html).toContain("<title>A page · Acme Marketplace</title>");
    expect(html).toMatch(/--primary:light-dark\(#[0-9a-f]{6},#[0-9a-f]{6}\)/);
    expect(lastBrand().productName).toBe("Acme Marketplace");
  });

  it("has an uploaded logo", async () => {
    const bytes = await sharp({ create: { width: 9, height: 9, channels: 3, background: "red" } })
      .png()
      .toBuffer();
    const file = { type: "image/png", bytes };
    const { status, body } = await callRoute(putBrandLogo, { params: {}, as: operator, file });
    expect(status).toBe(200);
    expect((await serveImage(new Request(textOf(body.logo_uri)))).status).toBe(200);
    expect((await currentBrand()).logoUri).toBe(body.logo_uri);
    const removed = await callRoute(deleteBrandLogo, { params: {}, as: operator });
    expect(removed.body.logo_uri).toBeNull();
  });

  const ADDRESSES = [
    ...["javascript:alert(1)", "data:text/html,x", "https://user:password@acme.example/"],
    ...["https://127.0.0.1/", "https://wiki.internal/"],
  ];

  it.each<readonly [field: string, value: string]>([
    ...["red", "#fff", "#12345g"].map((value) => ["accent_color", value] as const),
    ...["", "x".repeat(61), "a\u202eb"].map((value) => ["product_name", value] as const),
    ["support_email", "nobody"],
    ["logo_uri", "https://tracker.example/pixel.png"],
    ...["support_url", "terms_url", "privacy_url"].flatMap((field) =>
      ADDRESSES.map((value) => [field, value] as const),
    ),
  ])("security 80: rejects %s: %s", async (field, value) => {
    const { status, body } = await put({ [field]: value });
    expect([status, fieldAt(body, "errors.0.path")]).toEqual([400, field]);
  });
});
