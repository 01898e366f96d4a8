import { useTranslations } from "next-intl";
import { CannotStart, NoSandbox, RoleCannotTry } from "./cannot-try";
import { ConformanceCheck } from "./conformance-check";
import { DeveloperNav } from "./developer-nav";
import type { TryPageProps } from "./try-flow";

export interface TryConformanceProps extends TryPageProps {
  baseUrl: string | null;
  isActive: boolean;
}

/** The check of an extension, or why it cannot run. */
export function TryConformance(props: TryConformanceProps) {
  return (
    <>
      <DeveloperNav clientPath={props.clientPath} current="conformance" />
      <Check {...props} />
    </>
  );
}

function Check(props: TryConformanceProps) {
  const t = useTranslations("developer.cannotTry");
  const { organizationId, clientId, clientPath, sandboxes, role, mayWrite } = props;
  // It installs and uninstalls, so it keeps to the company that is the organization's own.
  const sandbox = sandboxes.find(({ isOwn }) => isOwn);
  if (!mayWrite) return <RoleCannotTry role={role} />;
  if (!sandbox) return <NoSandbox />;
  if (!props.isActive) {
    return (
      <CannotStart title={t("inactive")} editHref={null}>
        <p>{t("inactiveNext")}</p>
      </CannotStart>
    );
  }
  return (
    <ConformanceCheck
      client={{ organizationId, clientId }}
      baseUrl={props.baseUrl}
      sandbox={sandbox}
      logPath={`${clientPath}/events`}
    />
  );
}
