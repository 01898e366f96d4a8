"use client";

import { Wrench } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { call, sendCall } from "@/lib/api/client/call";
import { paramsOf, patchClientCall } from "@/lib/api/client/client-calls";
import { fixSchema } from "@/lib/core/diagnosis/fix-schemas";
import { fixMessage } from "@/lib/core/diagnosis/fix-values";
import type { FixBody, RequestDetail } from "@/lib/requests/log/schemas";
import { ErrorNotice } from "../actions/error-notice";
import { useOperation } from "../actions/use-operation";
import { Button, LinkButton } from "../ui/button";

interface RequestFixProps {
  request: RequestDetail;
  mayWrite: boolean;
  onChanged: () => void;
}

/** What to do about a denial, with the button that does it. */
export function RequestFix({ request, mayWrite, onChanged }: RequestFixProps) {
  const t = useTranslations("requests");
  const [isDone, setDone] = useState(false);
  if (!request.fix) return null;
  return (
    <section className="grid gap-3 rounded bg-brass-soft px-4 py-3">
      <div className="flex gap-3">
        <Wrench className="mt-0.5 size-4 shrink-0 text-brass" />
        <div className="min-w-0">
          <h3 className="font-semibold text-sm">{t("drawer.likelyFix")}</h3>
          <p className="wrap-anywhere">
            <FixText fix={request.fix} />
          </p>
        </div>
      </div>
      <div role="status" className="empty:hidden">
        {isDone ? t("fix.done") : null}
      </div>
      {mayWrite && !isDone ? (
        <FixAction
          request={request}
          onDone={() => {
            setDone(true);
            onChanged();
          }}
        />
      ) : null}
    </section>
  );
}

type Change = Parameters<typeof patchClientCall>[1];
type Client = Awaited<ReturnType<typeof readClient>>;

/** A change of the client. Anyone can cause a failure with an address or scope of theirs, so the change is spelled out. */
interface Proposal {
  label: string;
  what: ReactNode;
  change: (client: Client) => Change;
}

function FixAction({ request, onDone }: { request: RequestDetail; onDone: () => void }) {
  const t = useTranslations("requests.fix");
  const proposal = useProposal(request);
  const { client, owner_id: organizationId, fix } = request;
  if (!client || !organizationId) return null;
  const clientPath = `/organization/${organizationId}/clients/${client.id}`;
  if (proposal) {
    const target = { organizationId, clientId: client.id };
    return <ProposedChange proposal={proposal} target={target} onDone={onDone} />;
  }
  switch (fix?.kind) {
    case "send_credentials":
    case "use_new_secret":
      return <FixLink href={`${clientPath}/credentials`}>{t("credentials")}</FixLink>;
    case "restore_client":
      return (
        <FixLink href={`/organization/${organizationId}/clients?view=deleted`}>
          {t("deleted")}
        </FixLink>
      );
    case "activate_client":
    case "change_listing":
      return <FixLink href={clientPath}>{t("client")}</FixLink>;
    default:
      return null;
  }
}

function FixLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <LinkButton href={href} size="small" variant="primary" className="w-fit">
      {children}
    </LinkButton>
  );
}

// The change that fixes the cause; null if there is none, or if it cannot be made here.
function useProposal({ fix, missing_scopes: scopes }: RequestDetail): Proposal | null {
  const t = useTranslations("requests.fix");
  if (fix?.kind === "register_redirect_url" && typeof fix.url === "string") {
    const { url } = fix;
    return {
      label: t("addUrl"),
      what: (
        <>
          <p>
            {t.rich("addUrlHost", {
              host: () => <strong className="font-mono">{hostOf(url)}</strong>,
            })}
          </p>
          <code className="wrap-anywhere rounded bg-surface px-3 py-2 font-mono text-sm">
            {url}
          </code>
        </>
      ),
      change: ({ redirect_urls }) => ({ redirect_urls: [...redirect_urls, url] }),
    };
  }
  if (scopes.length > 0) {
    const count = scopes.length;
    return {
      label: t("addScope", { count }),
      what: (
        <>
          <ul className="grid gap-2">
            {scopes.map(({ name, text }) => (
              <li key={name}>
                <strong className="block empty:hidden">{text}</strong>
                <code className="font-mono text-muted text-sm">{name}</code>
              </li>
            ))}
          </ul>
          <p>{t("addScopeWhy")}</p>
        </>
      ),
      change: (client) => ({
        scopes: {
          permissions: [...client.scopes.permissions, ...scopes.map(({ name }) => name)],
        },
      }),
    };
  }
  if (fix?.kind === "register_grant" && typeof fix.grant === "string") {
    const { grant } = fix;
    return {
      label: t("addGrant", { grant }),
      what: <p>{t("addGrantWhy")}</p>,
      change: ({ grants }) => ({ grants: [...grants, grant] as Change["grants"] }),
    };
  }
  return null;
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url;
}

interface ProposedChangeProps {
  proposal: Proposal;
  target: { organizationId: string; clientId: string };
  onDone: () => void;
}

function ProposedChange({ proposal, target, onDone }: ProposedChangeProps) {
  const t = useTranslations("requests.fix");
  const { error, pending, run, forget } = useOperation(
    async () => {
      const client = await readClient(target);
      const latest = { ...target, version: client.version };
      return sendCall(patchClientCall(latest, proposal.change(client)));
    },
    { refreshes: "nothing", onDone },
  );
  return (
    <div className="grid gap-3">
      {proposal.what}
      <ErrorNotice error={error} onReload={forget} />
      <Button
        size="small"
        variant="primary"
        className="w-fit"
        pending={pending}
        onClick={() => run()}
      >
        {pending ? t("pending") : proposal.label}
      </Button>
    </div>
  );
}

function readClient(target: ProposedChangeProps["target"]) {
  return call("getClient", { params: paramsOf(target), query: { secrets: "masked" } });
}

type FixTranslator = ReturnType<typeof useTranslations<"events.fixes">>;

/** What to do about a denial, in the reader's language. */
interface FixWords {
  text: string;
  /** True if these pages do not know the fix, so that `text` is the API's. */
  isEnglish: boolean;
}

/** The text of a fix in the reader's language. */
export function fixWords(t: FixTranslator, { text, ...fix }: NonNullable<FixBody>): FixWords {
  const parsedFix = fixSchema.safeParse(fix);
  if (!parsedFix.success) return { text, isEnglish: true };
  const { name, values } = fixMessage(parsedFix.data);
  return { text: t(name, values), isEnglish: false };
}

function FixText({ fix }: { fix: NonNullable<FixBody> }) {
  const { text, isEnglish } = fixWords(useTranslations("events.fixes"), fix);
  return <bdi lang={isEnglish ? "en" : undefined}>{text}</bdi>;
}
