import { useTranslations } from "next-intl";
import { encode } from "uqr";
import { CodeField } from "../auth/account-fields";
import { Identifier } from "../ui/identifier";
import { Notice } from "../ui/notice";
import { PageHeader } from "../ui/page-header";
import { Panel } from "../ui/panel";
import { PlainForm } from "../ui/plain-form";

interface SetUpScreenProps {
  /** In base32, for people who cannot scan the QR code. */
  secret: string;
  /** The content of the QR code. */
  address: string;
  /** Whether the last code was wrong. */
  wrongCode: boolean;
}

/** Brings the secret of a second factor into the person's app, and asks for its first code. */
export function SetUpScreen({ secret, address, wrongCode }: SetUpScreenProps) {
  const t = useTranslations("profile.setUp");
  const profile = useTranslations("profile");
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
          <QrCode text={address} label={t("qr")} />
          <p>{t("byHand")}</p>
          <Identifier value={secret.replace(/(.{4})(?=.)/g, "$1 ")} what={t("key")} />
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
