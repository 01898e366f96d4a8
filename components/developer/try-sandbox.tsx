import { NoSandbox, RoleCannotTry } from "./cannot-try";
import { DeveloperNav } from "./developer-nav";
import { SandboxClock } from "./sandbox-clock";
import type { TryPageProps } from "./try-flow";

/** The sandbox clock, or why there is none. */
export function TrySandbox(props: TryPageProps) {
  return (
    <>
      <DeveloperNav clientPath={props.clientPath} current="sandbox" />
      <Clock {...props} />
    </>
  );
}

function Clock({ organizationId, clientId, clientPath, sandboxes, role, mayWrite }: TryPageProps) {
  const [sandbox, ...others] = sandboxes;
  if (!mayWrite) return <RoleCannotTry role={role} />;
  if (!sandbox) return <NoSandbox />;
  return (
    <SandboxClock
      client={{ organizationId, clientId }}
      sandboxes={[sandbox, ...others]}
      logPath={`${clientPath}/events`}
    />
  );
}
