import { z } from "zod";
import { env } from "@/lib/core/env/env";
import { readError } from "@/lib/developer-tools/playground/read-error";
import type { ReadAnswer } from "@/lib/developer-tools/playground/redact-response";
import type { Move, Verdict } from "@/lib/developer-tools/playground/step";
import { listProducts } from "@/lib/developer-tools/sample-api/list-products";

const pageSchema = z.object({ page: z.object({ total: z.int() }) });

/** Calls the platform API with the offline token (platform spec, section 4.6). */
export function callProductsStep(accessToken: string): Move {
  return {
    planned: {
      method: "GET",
      address: `${env().clusterUrl}/service/application/catalog/v1.0/products/`,
      query: { page_size: "2" },
      bearer: { name: "$ACCESS_TOKEN", value: accessToken },
    },
    endpoint: listProducts,
    judge,
  };
}

function judge(answer: ReadAnswer): Verdict {
  if (answer.status !== 200) return readError(answer);
  const { page } = pageSchema.parse(JSON.parse(answer.text));
  return {
    outcome: "done",
    message: `The token works: the company has ${page.total} products. The API log names the client's system user as the caller.`,
  };
}
