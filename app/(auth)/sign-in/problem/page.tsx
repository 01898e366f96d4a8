import { notFound } from "next/navigation";
import { type PageProps, titled } from "@/app/page-parts";
import { ProviderProblemScreen } from "@/components/auth/provider-problem-screen";
import { env } from "@/lib/core/env/env";
import { firstValue } from "@/lib/core/http/search-params";
import { isRequestId } from "@/lib/core/schemas/id-forms";
import {
  providerHref,
  signInHref,
  signInReturnPath,
} from "@/lib/identity/sessions/sign-in-return-path";
import { claimFaults, claimKinds, providerProblems } from "@/lib/platform/provider/values";
import { nameWaitingClient } from "@/lib/protocol/authorize/name-waiting-client";

export const generateMetadata = titled("provider.problem.title");

/** Says why signing in at the provider failed. */
export default async function ProviderProblemPage(props: PageProps) {
  const query = await props.searchParams;
  const { provider } = env();
  const problem = providerProblems.find((name) => name === firstValue(query, "error"));
  if (!provider || !problem) notFound();
  const returnPath = signInReturnPath(query);
  const requestId = firstValue(query, "request");
  return (
    <ProviderProblemScreen
      problem={problem}
      claim={claimKinds.find((name) => name === firstValue(query, "claim")) ?? "companies"}
      fault={claimFaults.find((name) => name === firstValue(query, "fault")) ?? "malformed"}
      provider={provider.name}
      tryAgainHref={providerHref(returnPath)}
      signInHref={signInHref(returnPath)}
      clientName={await nameWaitingClient(returnPath)}
      requestId={isRequestId(requestId) ? requestId : ""}
    />
  );
}
