import type { z } from "zod";
import { batch } from "@/lib/core/db/batch";
import { column } from "@/lib/core/db/sql";
import { ServiceError } from "@/lib/core/errors";
import type { ApiRequest } from "@/lib/core/http/api-request";
import { parseForm } from "@/lib/core/http/read-body";
import { describePage } from "@/lib/core/http/read-page";
import { renderOAuthError, toServiceError } from "@/lib/core/http/render-error";
import { readRequestInfo } from "@/lib/core/http/request-info";
import { jsonResponse } from "@/lib/core/http/responses";
import { plainIssue } from "@/lib/core/schemas/plain-issue";
import { toWire } from "@/lib/core/schemas/to-wire";
import { asSubject } from "@/lib/core/subject";
import {
  productListQuerySchema,
  productListSchema,
  productSchema,
} from "@/lib/developer-tools/sample-api/product-schemas";
import { beginCall, callerOfToken, recordCall } from "@/lib/gate/calls/record-call";
import { PRODUCT_SCOPES } from "@/lib/gate/rules/rules-in-force";
import { type CheckedBearer, checkBearer } from "@/lib/protocol/bearer/check-bearer";
import { recordDenial } from "@/lib/protocol/events/record-denial";
import { readSentRequest } from "@/lib/protocol/events/sent-request";

const PATH = "/service/application/catalog/v1.0/products/";

/**
 * GET `/service/application/catalog/v1.0/products/` (platform spec, section 4.6): a page of the products of the bearer
 * token's company. The API log has each call with a known token.
 */
export async function listProducts(request: ApiRequest): Promise<Response> {
  const begin = performance.now();
  const info = readRequestInfo(request.headers);
  const call = beginCall(info.requestId);
  let checked: CheckedBearer | undefined;
  let response: Response;
  try {
    checked = await checkBearer(request, PRODUCT_SCOPES);
    if (checked.denial) throw checked.denial;
    response = jsonResponse(200, await readPage(request.url, checked.caller.companyId));
  } catch (thrown) {
    const error = toServiceError(thrown, info.requestId);
    const caller = checked?.caller;
    await recordDenial("bearer", error, {
      requestId: info.requestId,
      sent: readSentRequest(request),
      ...(caller && { clientId: caller.clientId, subject: asSubject(caller), authenticated: true }),
    });
    response = renderOAuthError(error, info.requestId);
  }
  if (checked) {
    recordCall({
      ...call,
      ...callerOfToken(checked.token),
      scope: checked.caller?.scopes.find((each) => PRODUCT_SCOPES.includes(each)) ?? null,
      denial: checked.denial?.diagnosis.check ?? null,
      method: request.method,
      path: PATH,
      status: response.status,
      milliseconds: performance.now() - begin,
      gateKeyId: null,
    });
  }
  return response;
}

async function readPage(
  url: string,
  companyId: number,
): Promise<z.output<typeof productListSchema>> {
  const query = readQuery(url);
  const { page_no: current, page_size: size } = query;
  const products = await findPage({ companyId, skip: (current - 1) * size, take: size });
  const { rows, total } = products ?? { rows: [], total: 0 };
  const items = rows.map(serializeProduct);
  return productListSchema.parse({ items, page: describePage(query, items, total) });
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
    ...toWire(row, productSchema),
    uid: row.id,
    brand: { name: row.brand },
    price: { currency_code: row.currency, effective: row.price / 100 },
  };
}

/** A product as stored; `price` in minor units. */
type ProductRow = {
  id: number;
  name: string;
  slug: string;
  brand: string;
  itemCode: string;
  currency: string;
  price: number;
  stock: number;
  isActive: boolean;
};

/** A page of a company's products in order of creation, with their number. */
const findPage = batch(
  "find-products",
  { total: "int4", rows: column<ProductRow[]>("json") },
  { companyId: "int8", take: "int4", skip: "int8" },
  `
page AS (
  SELECT q.n, json_agg(p ORDER BY p.id) AS rows
  FROM request q, LATERAL (
    SELECT id, name, slug, brand, item_code AS "itemCode", currency, price, stock, is_active AS "isActive"
    FROM products WHERE company_id = q.company_id ORDER BY id LIMIT q.take OFFSET q.skip
  ) AS p
  GROUP BY q.n
)
SELECT q.n, coalesce(page.rows, '[]'::json) AS rows,
  (SELECT count(*)::int FROM products WHERE company_id = q.company_id) AS total
FROM request q LEFT JOIN page USING (n)`,
);
