import { requirePermission } from "@/lib/access/caller";
import type { OperationContext } from "@/lib/access/operation-context";
import { noSuchClient } from "@/lib/clients/no-such-client";
import { checkRedirectContract } from "@/lib/clients/redirect-check/contract";
import { findClient } from "@/lib/clients/repository";
import { parseRedirectUrl } from "@/lib/kernel/addresses/parse-redirect-url";
import { parseUrl } from "@/lib/kernel/addresses/parse-url.mjs";
import { db } from "@/lib/kernel/db/client";
import type { ContractOutput } from "@/lib/kernel/http/contract";
import { matchRedirectUri, withoutApplicationId } from "@/lib/oauth/authorize/match-redirect-uri";
import { explainRedirectDifference } from "@/lib/oauth/events/explain-redirect-difference";

type Contract = typeof checkRedirectContract;

/**
 * Compares an address with each registered redirect URL of a client, by the rules of authorize.
 * @throws ServiceError not_found or forbidden
 */
export async function checkRedirect({
  params,
  body,
  caller,
}: Pick<OperationContext<Contract>, "params" | "body" | "caller">): Promise<
  ContractOutput<Contract>
> {
  requirePermission(caller, checkRedirectContract.permission);
  const row = await findClient(db(), caller.organizationId, params.client_id);
  if (!row) throw noSuchClient();
  const checked = redirectUriOf(body.url);
  const compared = withoutApplicationId(checked);
  const accepted = matchRedirectUri(row.redirectUrls, checked);
  const nearest = explainRedirectDifference(row.redirectUrls, compared)?.nearest ?? null;
  const entries = row.redirectUrls.map((url) => {
    const difference = explainRedirectDifference([url], compared);
    return { url, components: difference?.components ?? [], difference: difference?.words ?? null };
  });
  return {
    body: {
      checked,
      accepted,
      problem: parseRedirectUrl(compared).problem ?? null,
      nearest: accepted ? null : nearest,
      entries,
    },
  };
}

// People often paste the whole authorize address that failed.
function redirectUriOf(text: string): string {
  return parseUrl(text)?.searchParams.get("redirect_uri") ?? text;
}
