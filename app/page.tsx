import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { NoMembershipScreen } from "@/components/auth/no-membership-screen";
import { accountLabel } from "@/lib/auth/account-label";
import { requireSession } from "@/lib/auth/current-session";
import { homePath } from "@/lib/companies/home-path";
import { listTenants } from "@/lib/companies/list-tenants";
import { env } from "@/lib/kernel/env";
import { perform } from "@/lib/operation/perform";
import { listIgnoredClaims } from "@/lib/provider/claims/list-ignored-claims";
import { describeLink } from "@/lib/provider/link/describe-link";

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
