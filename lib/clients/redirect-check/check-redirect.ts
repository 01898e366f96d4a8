import { CLIENT_PATH, ofClient } from "@/lib/clients/paths";
import {
  redirectCheckResultSchema,
  redirectCheckSchema,
} from "@/lib/clients/redirect-check/schemas";
import { findClient } from "@/lib/clients/repository";
import { parseUrl } from "@/lib/core/addresses/parse-url.mjs";
import { parseRedirectUrl } from "@/lib/core/addresses/registered-url";
import { db } from "@/lib/core/db/client";
import { describeDifference } from "@/lib/core/diagnosis/difference";
import { organization } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import {
  matchRedirectUri,
  withoutApplicationId,
} from "@/lib/protocol/authorize/match-redirect-uri";
import { explainRedirectDifference } from "@/lib/protocol/events/explain-redirect-difference";

export const checkRedirect = operation({
  id: "checkRedirect",
  request: {
    route: `POST ${CLIENT_PATH}/redirect-check`,
    params: ofClient,
    body: redirectCheckSchema,
  },
  access: organization("clients:read"),
  summary: "Compare a redirect URL with the registered ones",
  description:
    "Checks whether authorize would accept a redirect_uri and, if not, shows how it differs from each registered address. Nothing is stored or changed.",
  tag: "Clients",
  returns: json(redirectCheckResultSchema, "How it compares."),
  async run({ params, body, caller }) {
    const row = await findClient(db(), caller.organizationId, params.client_id);
    // People often paste the whole authorize address that failed.
    const checked = parseUrl(body.url)?.searchParams.get("redirect_uri") ?? body.url;
    const compared = withoutApplicationId(checked);
    const accepted = matchRedirectUri(row.redirectUrls, checked);
    const nearest = explainRedirectDifference(row.redirectUrls, compared)?.nearest ?? null;
    const entries = row.redirectUrls.map((url) => {
      const difference = explainRedirectDifference([url], compared);
      return {
        url,
        components: difference?.components ?? [],
        difference: difference && describeDifference(difference.parts),
        difference_parts: [...(difference?.parts ?? [])],
      };
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
  },
});
