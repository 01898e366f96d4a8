import { CircleCheck, CircleDashed } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";
import type { ClientImpact } from "@/lib/clients/impact/schemas";
import type { ClientResponse } from "@/lib/clients/schemas";
import { stepsDone } from "../clients/first-steps";
import { docsAddress } from "../docs/docs-address";
import { buttonClass, LinkButton } from "../ui/button";
import { CodeBlock } from "../ui/code-block";
import { Disclosure } from "../ui/disclosure";
import { Notice } from "../ui/notice";
import { Panel } from "../ui/panel";
import { RefreshWhile } from "../ui/refresh-while";
import { Tabs } from "../ui/tabs";

/** A command or program with the client's values. */
type Example =
  | "env"
  | "check"
  | "script"
  | "authorize"
  | "node"
  | "curl"
  | "python"
  | "startPython"
  | "java"
  | "startJava";

export interface ConnectProps {
  client: ClientResponse;
  impact: ClientImpact;
  examples: Readonly<Record<Example, string>> & { pathToReplace: string | null };
  /** The extension's base URL in the examples, which may be made up. */
  exampleBaseUrl: string;
  /** `…/clients/{client_id}`. */
  clientPath: string;
  mayWrite: boolean;
  /** Why the extension cannot be opened; null if it can. */
  obstacle: "noBaseUrl" | "inactive" | null;
  /** The sandbox companies of the person, with the extension's `/fp/install` and its parameters. */
  installTargets: readonly { companyId: number; name: string; href: string }[];
  /** The extension's own `/adm/install`. */
  organizationHref: string;
  /** The address that it will ask to be sent back to; null if it is registered. */
  unregisteredCallback: string | null;
  /** The role of a person who may not allow it for the organization; null for others. */
  lackingRole: string | null;
  /** Below the steps, for an extension. */
  children: ReactNode;
}

/** From a registered client to the first call of its own program, with the client's values filled in. */
export function Connect(props: ConnectProps) {
  const { client, impact, examples, clientPath, children } = props;
  const t = useTranslations("developer.connect");
  const isScript = !client.grants.includes("authorization_code");
  const isDone = stepsDone(isScript, client, impact);
  const isComplete = isDone.run;
  return (
    <>
      {isScript ? null : <Missing {...props} />}
      <Panel
        padded={false}
        title={t("title")}
        description={<span role="status">{t(isComplete ? "complete" : "waiting")}</span>}
        actions={
          <a
            href={docsAddress({
              client_id: client.client_id,
              organization_id: client.organization_id,
            })}
            className="inline-link"
          >
            {t("apiReference")}
          </a>
        }
      >
        <div className="divide-y divide-line">
          <Step name="configure" number={1} isDone={isDone.configure}>
            <div className="grid items-start gap-4 lg:grid-cols-2">
              <CodeBlock label=".env" code={examples.env} />
              <CodeBlock label={t("check")} code={examples.check} />
            </div>
            <p className="text-muted text-sm">
              {t.rich("secretPlace", {
                link: (words) => (
                  <Link href={`${clientPath}/credentials`} className="inline-link">
                    {words}
                  </Link>
                ),
              })}
            </p>
          </Step>
          <Step name={isScript ? "token" : "run"} number={2} isDone={isDone.run}>
            {isScript ? (
              <CodeBlock label={t("shell")} code={examples.script} />
            ) : (
              <ConnectExamples examples={examples} />
            )}
          </Step>
          {isScript ? null : (
            <Step name="install" number={3} isDone={isDone.install}>
              <ConnectInstall {...props} />
            </Step>
          )}
        </div>
        {isComplete ? null : <RefreshWhile />}
      </Panel>
      {isScript ? null : children}
    </>
  );
}

interface StepProps {
  name: "configure" | "run" | "token" | "install";
  number: number;
  isDone: boolean;
  children: ReactNode;
}

/** A step, which is one line once it is done. */
function Step({ name, number, isDone, children }: StepProps) {
  const t = useTranslations("developer.connect");
  const Icon = isDone ? CircleCheck : CircleDashed;
  return (
    <Disclosure
      key={String(isDone)}
      look="section"
      open={!isDone}
      summary={
        <span className="flex min-w-0 items-center gap-x-2">
          <Icon
            className={`size-5 shrink-0 ${isDone ? "text-success" : "text-muted"}`}
            aria-hidden="true"
          />
          <span>
            {number}. {t(`${name}.title`)}{" "}
            <span className="font-normal text-muted text-sm max-sm:block sm:ms-1">
              {t(`${name}.${isDone ? "happened" : "awaited"}`)}
            </span>
          </span>
        </span>
      }
    >
      <div className="grid gap-4">{children}</div>
    </Disclosure>
  );
}

/** The flow in four languages; each example is complete. */
function ConnectExamples({ examples }: Pick<ConnectProps, "examples">) {
  const t = useTranslations("developer.examples");
  const code = (words: ReactNode) => <code className="font-mono">{words}</code>;
  const { authorize, pathToReplace } = examples;
  const program = (value: string, label: string, file: string, text: string, start?: string) => ({
    value,
    label,
    content: (
      <div className="grid gap-4">
        <p>{t.rich("openAddress", { code })}</p>
        <CodeBlock label={t("authorize")} code={authorize} />
        <CodeBlock label={file} code={text} />
        {start ? <CodeBlock label={t("start")} code={start} /> : null}
      </div>
    ),
  });
  const node = (
    <div className="grid gap-4">
      <CodeBlock label="server.mjs" code={examples.node} />
      <CodeBlock label={t("start")} code={START_NODE} />
      <p className="text-muted text-sm">{t("inMemory")}</p>
    </div>
  );
  return (
    <>
      {pathToReplace ? <p>{t.rich("replacePath", { path: () => code(pathToReplace) })}</p> : null}
      <Tabs
        label={t("ways")}
        tabs={[
          { value: "node", label: t("node"), content: node },
          program("curl", "curl", t("requests"), examples.curl),
          program("python", "Python", "first_token.py", examples.python, examples.startPython),
          program("java", "Java", "FirstToken.java", examples.java, examples.startJava),
        ]}
      />
    </>
  );
}

const START_NODE = `npm i @gofynd/fdk-extension-javascript @gofynd/fdk-client-javascript cookie-parser express
node --env-file=.env server.mjs`;

/** The links by which an extension is installed, or why there are none. */
function ConnectInstall(props: ConnectProps) {
  const { obstacle, installTargets, organizationHref, unregisteredCallback, lackingRole } = props;
  const t = useTranslations("developer.install");
  const code = (path: ReactNode) => <code className="font-mono text-sm">{path}</code>;
  if (obstacle) return <p>{t(obstacle)}</p>;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <section className="grid gap-3">
        <h3 className="text-base">{t("company")}</h3>
        <p className="max-w-reading text-muted text-sm">{t.rich("companyExplanation", { code })}</p>
        {installTargets.length > 0 ? (
          <ul className="flex flex-wrap gap-3">
            {installTargets.map(({ companyId, name, href }) => (
              <li key={companyId}>
                <a href={href} rel="noopener" className={buttonClass("primary")}>
                  <span>
                    {t.rich("inCompany", { company: () => <bdi>{name}</bdi>, id: companyId })}
                  </span>
                </a>
              </li>
            ))}
          </ul>
        ) : (
          <p>{t("noCompany")}</p>
        )}
      </section>
      <section className="grid gap-3">
        <h3 className="text-base">{t("organization")}</h3>
        <p className="max-w-reading text-muted text-sm">
          {t.rich("organizationExplanation", { code })}
        </p>
        {unregisteredCallback ? (
          <Notice tone="warning" title={t("notRegistered")}>
            <p>{t.rich("notRegisteredNext", { address: () => code(unregisteredCallback) })}</p>
          </Notice>
        ) : null}
        {lackingRole ? <p className="text-sm">{t("mayLaunch", { role: lackingRole })}</p> : null}
        <a href={organizationHref} rel="noopener" className={buttonClass()}>
          {t("inOrganization")}
        </a>
      </section>
    </div>
  );
}

/** Lists what the client lacks for the examples to work; nothing for a complete client. */
function Missing({ client, exampleBaseUrl, clientPath, mayWrite }: ConnectProps) {
  const t = useTranslations("developer.missing");
  const callback = `${exampleBaseUrl}/fp/auth`;
  const lacks = [
    client.base_url === null && t("baseUrl", { url: exampleBaseUrl }),
    !client.redirect_urls.includes(callback) && t("redirectUrl", { url: callback }),
    client.scopes.permissions.length === 0 && t("scope"),
  ].filter((lack) => lack !== false);
  if (lacks.length === 0) return null;
  return (
    <Notice tone="warning" title={t("title")}>
      <ul className="grid list-disc gap-1 ps-5">
        {lacks.map((lack) => (
          <li key={lack}>{lack}</li>
        ))}
      </ul>
      {mayWrite ? (
        <LinkButton href={`${clientPath}/configuration`} size="small">
          {t("editClient")}
        </LinkButton>
      ) : (
        <p>{t("whoMay")}</p>
      )}
    </Notice>
  );
}
