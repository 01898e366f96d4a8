import { useTranslations } from "next-intl";
import { CannotStart, NoSandbox, RoleCannotTry } from "./cannot-try";
import { DeveloperNav } from "./developer-nav";
import { FlowStepper } from "./flow-stepper";
import type { SandboxView } from "./sandbox-view";

/** What the pages on which a client is tried out have in common. */
export interface TryPageProps {
  organizationId: string;
  clientId: string;
  /** `…/clients/{client_id}`. */
  clientPath: string;
  sandboxes: readonly SandboxView[];
  /** The person's role in the organization, and whether it may act for clients. */
  role: string;
  mayWrite: boolean;
}

export interface TryFlowProps extends TryPageProps {
  redirectUrls: readonly string[];
}

/** Walking through the flow, or why that is not possible. */
export function TryFlow(props: TryFlowProps) {
  return (
    <>
      <DeveloperNav clientPath={props.clientPath} current="try" />
      <Flow {...props} />
    </>
  );
}

function Flow(props: TryFlowProps) {
  const t = useTranslations("developer.cannotTry");
  const { organizationId, clientId, clientPath, role, mayWrite } = props;
  const [redirectUrl, ...otherRedirectUrls] = props.redirectUrls;
  const [sandbox, ...otherSandboxes] = props.sandboxes;
  if (!mayWrite) return <RoleCannotTry role={role} />;
  if (!sandbox) return <NoSandbox />;
  if (redirectUrl === undefined) {
    return (
      <CannotStart title={t("noRedirectUrl")} editHref={`${clientPath}/edit`}>
        <p>{t("noRedirectUrlNext")}</p>
      </CannotStart>
    );
  }
  return (
    <FlowStepper
      client={{ organizationId, clientId }}
      redirectUrls={[redirectUrl, ...otherRedirectUrls]}
      sandboxes={[sandbox, ...otherSandboxes]}
      logPath={`${clientPath}/events`}
    />
  );
}
