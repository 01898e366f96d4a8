import type { z } from "zod";
import { ServiceError } from "@/lib/kernel/errors";
import { describePage } from "@/lib/kernel/http/describe-page";
import { parseForm } from "@/lib/kernel/http/read-body";
import { renderOAuthError, toServiceError } from "@/lib/kernel/http/render-error";
import { readRequestInfo } from "@/lib/kernel/http/request-info";
import { jsonResponse } from "@/lib/kernel/http/responses";
import { plainIssue } from "@/lib/kernel/schemas/plain-issue";
import { asSubject } from "@/lib/kernel/subject";
import { type BearerCaller, checkBearer } from "@/lib/oauth/bearer/check-bearer";
import { recordRefusal } from "@/lib/oauth/events/record-refusal";
import { readSentRequest } from "@/lib/oauth/events/sent-request";
import {
  productListQuerySchema,
  productListSchema,
  type productSchema,
} from "@/lib/sample-api/product-schemas";
import { findProducts, type ProductRow } from "@/lib/sample-api/repository";

/** Any of these scopes lets a token read products: current names first, then the older ones. */
export const PRODUCT_SCOPES = [
  "company/products/read",
  "company/products/write",
  "company/product",
  "company/products",
];

/**
 * GET `/service/application/catalog/v1.0/products/` (platform spec, section 4.6): a page of the products of the bearer
 * token's company.
 */
export async function listProducts(request: Request): Promise<Response> {
  const info = readRequestInfo(request.headers);
  let caller: BearerCaller | undefined;
  try {
    caller = await checkBearer(request, PRODUCT_SCOPES, info.requestId);
    const query = readQuery(request.url);
    const { page_no: current, page_size: size } = query;
    const page = { skip: (current - 1) * size, take: size };
    const { rows, total } = await findProducts(caller.companyId, page);
    const items = rows.map(serializeProduct);
    const body = productListSchema.parse({ items, page: describePage(query, items, total) });
    return jsonResponse(200, body);
  } catch (thrown) {
    const error = toServiceError(thrown, info.requestId);
    await recordRefusal("bearer", error, {
      requestId: info.requestId,
      sent: readSentRequest(request),
      ...(caller && { clientId: caller.clientId, subject: asSubject(caller), authenticated: true }),
    });
    return renderOAuthError(error, info.requestId);
  }
}

function readQuery(url: string): z.output<typeof productListQuerySchema> {
  const parsed = productListQuerySchema.safeParse(parseForm(new URL(url).search), {
    error: plainIssue,
  });
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new ServiceError("invalid_request", `${issue?.path.join(".")}: ${issue?.message}`, {
    check: "parameter_form",
    fix: { kind: "remove_parameter", name: issue?.path.join(".") ?? "" },
  });
}

function serializeProduct(row: ProductRow): z.input<typeof productSchema> {
  return {
    uid: row.id,
    name: row.name,
    slug: row.slug,
    item_code: row.itemCode,
    brand: { name: row.brand },
    price: { currency_code: row.currency, effective: row.price / 100 },
    stock: row.stock,
    is_active: row.isActive,
  };
}
