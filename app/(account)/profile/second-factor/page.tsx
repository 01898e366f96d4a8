import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { SetUpScreen } from "@/components/profile/set-up-screen";
import { firstValue, type SearchParams } from "@/lib/core/http/search-params";
import { openSetUp } from "@/lib/identity/account/second-factor/set-up";
import { requireSession } from "@/lib/identity/sessions/current-session";
import { perform } from "@/lib/operation/perform";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("profile.factor");
  return { title: t("start") };
}

/** The secret of a second factor that is being set up. */
export default async function SetUpPage(props: { searchParams: Promise<SearchParams> }) {
  const session = await requireSession("/profile/second-factor");
  const setUp = await perform(openSetUp, { caller: { session } });
  if (!setUp) redirect("/profile#second-factor");
  const wrongCode = firstValue(await props.searchParams, "problem") === "wrong_code";
  return <SetUpScreen {...setUp} wrongCode={wrongCode} />;
}
