import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { encode } from "uqr";
import { type PageProps, titled } from "@/app/page-parts";
import { CodeField } from "@/components/auth/account-fields";
import { Identifier } from "@/components/ui/identifier";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { PlainForm } from "@/components/ui/plain-form";
import { firstValue } from "@/lib/core/http/search-params";
import { openSetUp } from "@/lib/identity/account/second-factor/set-up";
import { requireSession } from "@/lib/identity/sessions/current-session";
import { perform } from "@/lib/operation/perform";

export const generateMetadata = titled("profile.factor.start");

/** Brings the secret of a second factor into the person's app, and asks for its first code. */
export default async function SetUpPage(props: PageProps) {
  const session = await requireSession("/profile/second-factor");
  const setUp = await perform(openSetUp, { caller: { session } });
  if (!setUp) redirect("/profile#second-factor");
  const wrongCode = firstValue(await props.searchParams, "problem") === "wrong_code";
  const t = await getTranslations("profile.setUp");
  const profile = await getTranslations("profile");
  return (
    <div className="mx-auto grid w-full max-w-form gap-6">
      <PageHeader
        title={profile("factor.start")}
        parents={[{ label: profile("title"), href: "/profile#second-factor" }]}
      />
      {wrongCode ? (
        <Notice tone="error" title={t("wrongCode")} live next={t("wrongCodeNext")} />
      ) : null}
      <Panel title={t("scan")}>
        <div className="grid gap-5">
          <QrCode text={setUp.address} label={t("qr")} />
          <p>{t("byHand")}</p>
          <Identifier value={setUp.secret.replace(/(.{4})(?=.)/g, "$1 ")} what={t("key")} />
        </div>
      </Panel>
      <Panel title={t("enter")}>
        <PlainForm action="/profile/second-factor/confirm" submit={t("submit")} variant="primary">
          <CodeField label={profile("factor.code")} hint={t("codeHint")} />
          <p className="text-muted text-sm">{t("then")}</p>
        </PlainForm>
      </Panel>
    </div>
  );
}

/** Quiet zone of a QR code, in modules (ISO/IEC 18004 asks for four). */
const BORDER = 4;

/** A QR code of `text`, dark on light in every theme because scanners expect it so. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { ecc: "M", border: BORDER });
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className="w-56 max-w-full rounded border border-line"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
