import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { cache } from "react";
import { AskAnAdminScreen } from "@/components/consent/ask-an-admin-screen";
import { ConsentScreen } from "@/components/consent/consent-screen";
import { EndedRequest } from "@/components/consent/ended-request";
import { describeChanges } from "@/components/consent/scope-changes";
import { openConsent } from "@/lib/consent/open-consent";
import { firstValue, type SearchParams } from "@/lib/core/http/search-params";
import { requireSession } from "@/lib/identity/sessions/current-session";
import { describeScopes } from "@/lib/protocol/scopes/describe-scopes";
import { ONLINE_TOKEN_SECONDS } from "@/lib/protocol/tokens/values";

type Params = Promise<{ request_id: string }>;

// Title and page use the same query.
const openOnce = cache(openConsent);

export async function generateMetadata(props: { params: Params }): Promise<Metadata> {
  const { request_id: requestId } = await props.params;
  const view = await openOnce(requestId, await requireSession(`/consent/${requestId}`));
  const title = (await getTranslations("consent"))("title");
  return { title: "clientName" in view ? `${title} · ${view.clientName}` : title };
}

/**
 * Shows what an extension requests, or what became of the request (platform spec 4.3; rule 3: after a rejection,
 * redirect_uri is not called). Opening the page grants nothing.
 */
export default async function ConsentPage(props: {
  params: Params;
  searchParams: Promise<SearchParams>;
}) {
  const { request_id: requestId } = await props.params;
  const session = await requireSession(`/consent/${requestId}`);
  const view = await openOnce(requestId, session);
  if (view.kind === "second_factor_required") redirect(view.setUpHref);
  if (view.kind !== "decide" && view.kind !== "ask_an_admin") {
    return <EndedRequest requestId={requestId} view={view} />;
  }
  const scopes = await describeScopes(Object.values(view.changes).flat(), await getLocale());
  const head = { ...view, changes: describeChanges(view.changes, scopes) };
  const query = await props.searchParams;
  if (view.kind === "ask_an_admin") {
    return (
      <AskAnAdminScreen
        request={head}
        deciders={view.deciders}
        askAction={view.companyId === null ? null : `/consent/${requestId}/ask`}
        asked={firstValue(query, "asked") === "1"}
      />
    );
  }
  const { firstName, lastName, email } = session;
  return (
    <ConsentScreen
      request={{
        ...view,
        ...head,
        action: `/consent/${requestId}/decision`,
        person: { name: `${firstName} ${lastName}`.trim(), email },
        onlineSeconds: ONLINE_TOKEN_SECONDS,
      }}
      isAskedAgain={firstValue(query, "again") === "1"}
    />
  );
}
