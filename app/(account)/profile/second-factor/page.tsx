import { redirect } from "next/navigation";
import { type PageProps, titled } from "@/app/page-parts";
import { SetUpScreen } from "@/components/profile/set-up-screen";
import { firstValue } from "@/lib/core/http/search-params";
import { openSetUp } from "@/lib/identity/account/second-factor/set-up";
import { requireSession } from "@/lib/identity/sessions/current-session";
import { perform } from "@/lib/operation/perform";

export const generateMetadata = titled("profile.factor.start");

/** The secret of a second factor that is being set up. */
export default async function SetUpPage(props: PageProps) {
  const session = await requireSession("/profile/second-factor");
  const setUp = await perform(openSetUp, { caller: { session } });
  if (!setUp) redirect("/profile#second-factor");
  const wrongCode = firstValue(await props.searchParams, "problem") === "wrong_code";
  return <SetUpScreen {...setUp} wrongCode={wrongCode} />;
}
