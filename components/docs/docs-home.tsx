import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { CodeBlock } from "../ui/code-block";
import { PageHeader } from "../ui/page-header";
import { Panel } from "../ui/panel";
import { curlCommand } from "./curl-command";
import { type Choice, docsAddress } from "./docs-address";
import { findTopic, type Reference, ROLES, resourcesOf } from "./reference";

/** What an extension does, in the order in which it does it. */
const GUIDES = ["install", "tokens", "calls", "webhooks"] as const;

const STEPS = ["first", "second", "third"] as const;

/** The first page of the reference: who uses the API and how, guides, and the resources with their operations. */
export function DocsHome(props: { reference: Reference; choice: Choice; ids: Choice }) {
  const { choice, ids } = props;
  const t = useTranslations("docs.home");
  const locale = useLocale();
  const { name, version, serverUrl, resources } = props.reference;
  const exchange = findTopic(resources, "createOfflineToken")?.entry;
  const to = (topic: string) => (words: ReactNode) => (
    <a href={docsAddress(choice, topic)} className="inline-link">
      {words}
    </a>
  );
  const parts = {
    code: (words: ReactNode) => <code className="font-mono text-sm">{words}</code>,
    authorize: to("authorize"),
    exchange: to("createOfflineToken"),
    online: to("createOnlineToken"),
    details: to("getExtensionDetails"),
    program: to("createOrganizationToken"),
    service: to("createServiceToken"),
    errors: to("errors"),
  };
  return (
    <>
      <PageHeader
        title={t("title", { name })}
        description={
          <>
            {t.rich("files", {
              version,
              address: `${serverUrl}/openapi.json`,
              openapi: (address) => (
                <a href="/openapi.json" className="inline-link wrap-anywhere">
                  {address}
                </a>
              ),
            })}{" "}
            {t.rich("errors", parts)} {locale === "en" ? null : t("descriptionsInEnglish")}
          </>
        }
      />
      <ul className="grid gap-4 sm:grid-cols-2">
        {ROLES.map((role) => (
          <li
            key={role}
            className="grid content-start gap-1 rounded-lg border border-line bg-surface p-4"
          >
            <h2 className="text-base">
              <a href={`#${role}`} className="text-link hover:underline">
                {t(`roles.${role}.title`)}
              </a>
            </h2>
            <p className="text-sm">{t.rich(`roles.${role}.how`, parts)}</p>
          </li>
        ))}
      </ul>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-2">
        {GUIDES.map((guide) => (
          <Panel key={guide} id={guide} title={t(`guides.${guide}.title`)}>
            <ol className="grid list-decimal gap-1.5 ps-5 text-sm">
              {STEPS.map((step) => (
                <li key={step}>{t.rich(`guides.${guide}.${step}`, parts)}</li>
              ))}
            </ol>
          </Panel>
        ))}
      </div>
      {exchange ? (
        <CodeBlock label={t("example")} code={curlCommand(serverUrl, exchange, ids)} />
      ) : null}
      <nav aria-label={t("reference")} className="grid gap-6">
        {ROLES.map((role) => (
          <section key={role} id={role} className="grid gap-2">
            <h2 className="text-lg">{t(`roles.${role}.reference`)}</h2>
            <ul className="operation-list sm:columns-2" lang="en">
              {resourcesOf(role, resources).map(({ slug, name, description, entries }) => (
                <li key={slug} className="break-inside-avoid">
                  <a href={docsAddress(choice, slug)}>{name}</a>{" "}
                  <small className="text-muted">{entries.length}</small>
                  <p>{description}</p>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
    </>
  );
}
