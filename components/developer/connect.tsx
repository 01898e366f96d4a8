import { CircleCheck, CircleDashed } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";
import type { ClientImpact } from "@/lib/clients/impact/schemas";
import type { ClientResponse } from "@/lib/clients/schemas";
import { stepsDone } from "../clients/first-steps";
import { docsAddress } from "../docs/docs-address";
import { LinkButton } from "../ui/button";
import { CodeBlock } from "../ui/code-block";
import { Disclosure } from "../ui/disclosure";
import { Notice } from "../ui/notice";
import { Panel } from "../ui/panel";
import { RefreshWhile } from "../ui/refresh-while";
import { ConnectExamples, type ExampleCode } from "./connect-examples";
import { ConnectInstall, type ConnectInstallProps } from "./connect-install";

export interface ConnectProps extends ConnectInstallProps {
  client: ClientResponse;
  impact: ClientImpact;
  examples: ExampleCode;
  /** The extension's base URL in the examples, which may be made up. */
  exampleBaseUrl: string;
  /** `…/clients/{client_id}`. */
  clientPath: string;
  mayWrite: boolean;
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
            <span className="ms-1 font-normal text-muted text-sm">
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
