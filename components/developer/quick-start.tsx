import { useTranslations } from "next-intl";
import { Link } from "@/components/ui/link";
import type { ClientResponse, ClientSecretResponse } from "@/lib/clients/schemas";
import { playgroundSteps } from "@/lib/developer-tools/playground/values";
import { COMPANY_ID, EXAMPLE_BASE_URL, envSnippet } from "../clients/client-snippets";
import { ClientMessages } from "../shell/client-messages";
import { LinkButton } from "../ui/button";
import { CodeBlock } from "../ui/code-block";
import { FactList } from "../ui/fact-list";
import { Identifier } from "../ui/identifier";
import { Notice } from "../ui/notice";
import { Panel } from "../ui/panel";
import { FlowStepper } from "./flow-stepper";
import { QuickStartExamples } from "./quick-start-examples";
import { QuickStartInstall, type QuickStartInstallProps } from "./quick-start-install";
import {
  ANY_API,
  checkSnippet,
  exampleApiPath,
  type FlowValues,
  scriptSnippet,
} from "./quick-start-snippets";
import type { SandboxView } from "./sandbox-field";
import { StartProgress, type startSteps } from "./start-progress";
import { NoSandbox, RoleCannotTry } from "./try-client";

interface QuickStartProps extends QuickStartInstallProps {
  values: FlowValues;
  /** Whether the client has a base URL; otherwise the examples use a made-up one. */
  hasBaseUrl: boolean;
  /** Addresses that browsers may be sent back to. */
  redirectUrls: readonly string[];
  /** Where the secret is: the page with the client's credentials. */
  credentialsHref: string;
  /** `…/clients/{client_id}`. */
  clientPath: string;
  mayWrite: boolean;
  /** The person's role in the organization. */
  role: string;
  progress: ReturnType<typeof startSteps>;
  /** Whether there is an API for the flow to call. */
  hasSampleApi: boolean;
  /** What a company is asked to allow, in the reader's words. */
  asked: readonly string[];
  sandboxes: readonly SandboxView[];
}

/** From a registered client to a first call, with the client's own values filled in: tried here first, then built. */
export function QuickStart(props: QuickStartProps) {
  const t = useTranslations("developer.quickStart");
  const { values, credentialsHref, clientPath, progress } = props;
  const isScript = !values.grants.includes("authorization_code");
  return (
    <>
      <StartProgress steps={progress} />
      {isScript ? null : <TryFlow {...props} />}
      {isScript ? null : <Missing {...props} />}
      <Panel title={t("identity.title")}>
        <div className="grid gap-5">
          <FactList
            facts={[
              {
                label: t("identity.apiKey"),
                value: <Identifier value={values.clientId} what={t("identity.apiKey")} />,
              },
              {
                label: t("identity.clusterUrl"),
                value: (
                  <>
                    <Identifier value={values.clusterUrl} what={t("identity.clusterUrlCopied")} />
                    <p className="text-muted text-sm">
                      {t.rich("identity.clusterUrlForm", {
                        code: (host) => <code className="font-mono">{host}</code>,
                      })}
                    </p>
                  </>
                ),
              },
              {
                label: t("identity.apiSecret"),
                value: t.rich("identity.apiSecretPlace", {
                  link: (words) => (
                    <Link href={credentialsHref} className="inline-link">
                      {words}
                    </Link>
                  ),
                }),
              },
            ]}
          />
          <CodeBlock label=".env" code={envSnippet(values)} />
        </div>
      </Panel>
      <Panel title={t("check.title")} description={t("check.explanation")}>
        <CodeBlock label={t("check.shell")} code={checkSnippet(values)} />
      </Panel>
      {isScript ? (
        <Panel title={t("script.title")} description={t("script.explanation")}>
          <CodeBlock label={t("check.shell")} code={scriptSnippet(values)} />
        </Panel>
      ) : (
        <>
          <Panel
            title={t("examples.title")}
            description={
              values.apiPath === ANY_API
                ? t.rich("examples.replacePath", {
                    path: () => <code className="font-mono">{ANY_API}</code>,
                  })
                : t("examples.explanation")
            }
          >
            <QuickStartExamples values={values} />
          </Panel>
          <Panel title={t("install.title")} description={t("install.explanation")}>
            <QuickStartInstall {...props} />
          </Panel>
        </>
      )}
      <Panel title={t("watch.title")}>
        <ul className="grid gap-3">
          {(
            [
              ["sandbox", "try?tool=sandbox"],
              ["conformance", "try?tool=conformance"],
              ["events", "events"],
            ] as const
          ).map(([name, page]) => (
            <li key={name}>
              {t.rich(`watch.${name}`, {
                link: (words) => (
                  <Link href={`${clientPath}/${page}`} className="inline-link">
                    {words}
                  </Link>
                ),
              })}
            </li>
          ))}
        </ul>
      </Panel>
    </>
  );
}

/** The flow, or why it cannot be tried. */
function TryFlow(props: QuickStartProps) {
  const t = useTranslations("developer.cannotTry");
  const { values, redirectUrls, hasSampleApi, asked, clientPath, mayWrite, role } = props;
  const [redirectUrl, ...otherRedirectUrls] = redirectUrls;
  const [sandbox, ...otherSandboxes] = props.sandboxes;
  if (!mayWrite) return <RoleCannotTry role={role} />;
  if (!sandbox) return <NoSandbox />;
  if (redirectUrl === undefined) {
    return (
      <Notice tone="warning" title={t("noRedirectUrl")}>
        <p>{t("noRedirectUrlNext")}</p>
      </Notice>
    );
  }
  const { organizationId, clientId } = values;
  return (
    <ClientMessages namespaces={["developer"]}>
      <FlowStepper
        client={{ organizationId, clientId }}
        redirectUrls={[redirectUrl, ...otherRedirectUrls]}
        sandboxes={[sandbox, ...otherSandboxes]}
        steps={playgroundSteps.filter((step) => step !== "call" || hasSampleApi)}
        asked={asked}
        logPath={`${clientPath}/requests`}
      />
    </ClientMessages>
  );
}

/** Lists what the client lacks for the examples to work; nothing for a complete client. */
function Missing({ values, hasBaseUrl, redirectUrls, clientPath, mayWrite }: QuickStartProps) {
  const t = useTranslations("developer");
  const callback = `${values.baseUrl.replace(/\/+$/, "")}/fp/auth`;
  const lacks: string[] = [];
  if (!hasBaseUrl) lacks.push(t("quickStart.missing.baseUrl", { url: values.baseUrl }));
  if (!redirectUrls.includes(callback)) {
    lacks.push(t("quickStart.missing.redirectUrl", { url: callback }));
  }
  if (values.scopes.length === 0) lacks.push(t("quickStart.missing.scope"));
  if (!values.grants.includes("authorization_code")) lacks.push(t("quickStart.missing.grant"));
  if (lacks.length === 0) return null;
  return (
    <Notice tone="warning" title={t("quickStart.missing.title")}>
      <ul className="grid list-disc gap-1 ps-5">
        {lacks.map((lack) => (
          <li key={lack}>{lack}</li>
        ))}
      </ul>
      {mayWrite ? (
        <div>
          <LinkButton href={`${clientPath}/configuration`} size="small">
            {t("editClient")}
          </LinkButton>
        </div>
      ) : (
        <p>{t("quickStart.missing.whoMay")}</p>
      )}
    </Notice>
  );
}

/** The data of the quick start. */
interface QuickStartFacts {
  client: ClientResponse;
  /** Live ones, newest first; masked. */
  secrets: readonly ClientSecretResponse[];
  clusterUrl: string;
  /** Whether there is an API for the examples to call. */
  hasSampleApi: boolean;
  /** A path that the gate allows the client to read; null if there is none. */
  openPath: string | null;
  sandboxes: readonly SandboxView[];
  /** The extension's address for installing it in a company; null without a base URL. */
  installHref: (companyId: number) => string | null;
  organizationInstallHref: string | null;
  person: { role: string; mayConsent: boolean };
}

/** The quick start of a client, without its links into the console. */
export function presentQuickStart(
  facts: QuickStartFacts,
): Omit<
  QuickStartProps,
  "credentialsHref" | "clientPath" | "mayWrite" | "progress" | "asked" | "role"
> {
  const { client, secrets, clusterUrl, sandboxes, organizationInstallHref, person } = facts;
  const baseUrl = client.base_url ?? EXAMPLE_BASE_URL;
  const root = baseUrl.replace(/\/+$/, "");
  const joined = sandboxes.filter(({ role }) => role !== null);
  const companyId = String(joined[0]?.companyId ?? COMPANY_ID.name);
  const [secret] = secrets;
  return {
    values: {
      clusterUrl,
      organizationId: client.organization_id,
      clientId: client.client_id,
      secret: secret
        ? `paste-the-secret-that-ends-with-${secret.last_four}`
        : "rotate-for-a-secret",
      baseUrl: root,
      grants: client.grants,
      companyId,
      redirectUrl: client.redirect_urls[0] ?? `${root}/fp/auth`,
      scopes: client.scopes.permissions,
      apiPath: exampleApiPath(facts.hasSampleApi, facts.openPath, companyId),
    },
    hasBaseUrl: client.base_url !== null,
    redirectUrls: client.redirect_urls,
    hasSampleApi: facts.hasSampleApi,
    sandboxes,
    isActive: client.is_active,
    installTargets: joined.flatMap(({ companyId, name }) => {
      const href = facts.installHref(companyId);
      return href ? [{ companyId, name, href }] : [];
    }),
    organizationInstall: organizationInstallHref
      ? {
          href: organizationInstallHref,
          callbackUrl: `${root}/adm/auth`,
          redirectUrls: client.redirect_urls,
          ...person,
        }
      : null,
  };
}
