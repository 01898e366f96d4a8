import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { NowhereScreen } from "@/components/auth/nowhere-screen";
import { requireSession } from "@/lib/auth/current-session";
import { homePath } from "@/lib/companies/home-path";

export const metadata: Metadata = { title: "Start" };

/** Leads a person to where they work. */
export default async function StartPage() {
  const session = await requireSession("/");
  const home = await homePath(session.userId);
  if (home) redirect(home);
  return <NowhereScreen email={session.email} />;
}
