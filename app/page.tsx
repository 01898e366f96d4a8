import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { NoMembershipScreen } from "@/components/auth/no-membership-screen";
import { requireSession } from "@/lib/auth/current-session";
import { homePath } from "@/lib/companies/home-path";

export const metadata: Metadata = { title: "Start" };

/** Redirects people to their organization or company. */
export default async function StartPage() {
  const session = await requireSession("/");
  const home = await homePath(session.userId);
  if (home) redirect(home);
  return <NoMembershipScreen email={session.email} />;
}
