import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { NoMembershipScreen } from "@/components/auth/no-membership-screen";
import { env } from "@/lib/core/env/env";
import { accountLabel } from "@/lib/core/full-name";
import { requireSession } from "@/lib/identity/sessions/current-session";
import { perform } from "@/lib/operation/perform";
import { listIgnoredClaims } from "@/lib/platform/provider/claims/apply-claims";
import { describeLink } from "@/lib/platform/provider/link/link";
import { homePath, listTenants } from "@/lib/tenants/companies/list-tenants";

export const metadata: Metadata = { title: "Start" };

/** Redirects people to their organization or company, and operators without one to the platform. */
export default async function StartPage() {
  const session = await requireSession("/");
  const caller = { session };
  const home = homePath(await perform(listTenants, { caller }));
  if (home) redirect(home);
  if (session.operatorRole) redirect("/platform");
  const { provider } = env();
  const ignored = provider ? await perform(listIgnoredClaims, { caller }) : [];
  return (
    <NoMembershipScreen
      account={accountLabel(session)}
      provider={provider?.name ?? null}
      ignored={ignored}
      externalId={(await perform(describeLink, { caller })).externalId}
    />
  );
}
