import { lastBrand } from "@/lib/core/brand/current-brand";
import type { CheckName } from "@/lib/core/diagnosis/check-values";
import type { ServiceError } from "@/lib/core/errors";
import { escapeHtml } from "@/lib/core/pages/frame-page";
import { ARROW_RIGHT, BUILDING, STORE } from "@/lib/core/pages/page-icons";
import type { PageWords } from "@/lib/core/pages/page-words";
import { colourOf, lettersOf } from "@/lib/core/values/client-mark-values";
import type { Denial } from "@/lib/protocol/authorize/error-page/describe-denial";
import { type InstallBlock, isInstallBlock } from "@/lib/protocol/authorize/find-install-error";

/** What a seller reads: which extension could not connect to which company, why, who must act, and where to go next. */
export function writeForSeller(denial: Denial, { t }: PageWords): { title: string; html: string } {
  const cause = findCause(denial.error, denial.client !== null);
  const heading = (bold: (name: string | null) => string) =>
    t.markup(`authorizeDenied.title.${titleOf(denial, cause)}`, {
      client: () => bold(denial.clientName),
      subject: () => bold(denial.subjectName),
    });
  const [what = "", ...next] = sentencesOf(denial, cause, t);
  const html = `<div class="part">
${writeMarks(denial)}
<div class="words">
<h1>${heading((name) => `<strong><bdi>${escapeHtml(name ?? "")}</bdi></strong>`)}</h1>
<p>${escapeHtml(what)}</p>
${next.map((sentence) => `<p class="quiet">${escapeHtml(sentence)}</p>`).join("\n")}
</div>
<div class="go">${writeButtons(denial, cause, t)}</div>
</div>`;
  return { title: heading((name) => name ?? ""), html };
}

function titleOf({ clientName, subjectName }: Denial, cause: Cause) {
  if (cause === "unknown_extension") return "unknown";
  if (clientName !== null) return subjectName === null ? "client" : "both";
  return subjectName === null ? "none" : "subject";
}

function sentencesOf(denial: Denial, cause: Cause, t: PageWords["t"]): string[] {
  const { publisherName, subject, error } = denial;
  if (isInstallBlock(cause)) {
    const { suspensionReason } = error.diagnosis;
    return [
      t(`blocked.${cause}.what`),
      ...(suspensionReason ? [t("blocked.reason", { reason: suspensionReason })] : []),
      t(`blocked.${cause}.next`),
    ];
  }
  const values = {
    place: subject?.organizationId ? "organization" : "company",
    product: lastBrand().productName,
    publisher: publisherName ?? "none",
    named: publisherName === null ? "no" : "yes",
  };
  return [
    t(`authorizeDenied.causes.${cause}.what`, values),
    t(`authorizeDenied.causes.${cause}.next`, values),
  ];
}

// Without an extension there is nothing to show: what is not registered has no mark.
function writeMarks({ client, clientName, logoUri, subject }: Denial): string {
  if (client === null || clientName === null) return "";
  const extension =
    logoUri === null
      ? `<span class="mark letters"><svg viewBox="0 0 24 24"><rect width="24" height="24" fill="${colourOf(client.clientId)}"/><text x="12" y="12.25" text-anchor="middle" dominant-baseline="central">${escapeHtml(lettersOf(clientName))}</text></svg></span>`
      : `<span class="mark"><img src="${escapeHtml(logoUri)}" alt=""></span>`;
  const icon = subject?.organizationId ? BUILDING : STORE;
  return `<div class="marks" aria-hidden="true">${extension}${ARROW_RIGHT}<span class="mark subject">${icon}</span></div>`;
}

function writeButtons(denial: Denial, cause: Cause, t: PageWords["t"]): string {
  const back = backOf(denial);
  const contact = contactOf(denial, cause);
  return [
    denial.switchAccountTo === null ? "" : writeAccountSwitch(denial.switchAccountTo, t),
    `<a class="button${denial.switchAccountTo === null ? " main" : ""}" href="${escapeHtml(back.href)}">${escapeHtml(t(`authorizeDenied.back.${back.label}`))}</a>`,
    contact
      ? `<a class="button" href="${escapeHtml(contact.href)}">${escapeHtml(t("authorizeDenied.contact", { name: contact.name }))}</a>`
      : "",
  ].join("");
}

/** Signs out, and continues the request with another account. */
function writeAccountSwitch(returnTo: string, t: PageWords["t"]): string {
  return `<form action="/sign-out" method="post"><input type="hidden" name="return_to" value="${escapeHtml(returnTo)}"><button class="button main" type="submit">${escapeHtml(t("authorizeDenied.switchAccount"))}</button></form>`;
}

/** The extensions of the company or organization for its members; for everyone else the start page. */
function backOf({ subject, subjectName }: Denial) {
  if (subject === null || subjectName === null) return { href: "/", label: "start" } as const;
  const { companyId, organizationId } = subject;
  return companyId === null
    ? ({ href: `/organization/${organizationId}/settings#apps`, label: "extensions" } as const)
    : ({ href: `/company/${companyId}/extensions`, label: "extensions" } as const);
}

/** Whoever can do something about the cause, if they can be reached. */
function contactOf({ publisherName, supportEmail }: Denial, cause: Cause) {
  const turn = causeTurns[cause];
  if (turn === "publisher") {
    return publisherName && supportEmail
      ? { name: publisherName, href: `mailto:${supportEmail}` }
      : null;
  }
  if (turn === "seller") return null;
  const { productName, supportUrl, supportEmail: ours } = lastBrand();
  const href = supportUrl ?? (ours && `mailto:${ours}`);
  return href ? { name: productName, href } : null;
}

type Turn = "seller" | "publisher" | "platform";

/** Why an authorize request ends on a page of ours, as far as sellers need to know, and whose turn it is. */
export const causeTurns = {
  unknown_extension: "seller",
  switched_off: "publisher",
  address: "publisher",
  malformed: "publisher",
  spent: "seller",
  wrong_account: "seller",
  wrong_link: "publisher",
  role: "seller",
  stale_form: "seller",
  ours: "platform",
  busy: "seller",
  client_not_suspended: "platform",
  publisher_active: "platform",
  subject_active: "platform",
  listing: "publisher",
} as const satisfies Record<string, Turn>;

type Cause = keyof typeof causeTurns;

const CAUSES: Partial<Record<CheckName, Exclude<Cause, InstallBlock>>> = {
  client_known: "unknown_extension",
  client_active: "switched_off",
  redirect_uri_registered: "address",
  sandbox_callback: "address",
  membership: "wrong_account",
  path: "wrong_link",
  consent_role: "role",
  consent_decision: "stale_form",
  consent_form: "stale_form",
  consent_person: "stale_form",
  origin: "stale_form",
};

/** The cause of an error. @param isKnown whether the request names an existing extension */
export function findCause({ code, status, diagnosis }: ServiceError, isKnown: boolean): Cause {
  const { check, fix } = diagnosis;
  if (code === "temporarily_unavailable") return "busy";
  if (status >= 500) return "ours";
  if (check === undefined) return "malformed";
  if (isInstallBlock(check)) return check;
  if (check === "parameter_present" && !isKnown) return "unknown_extension";
  if (fix?.kind === "push_request_again") return "spent";
  return CAUSES[check] ?? "malformed";
}
