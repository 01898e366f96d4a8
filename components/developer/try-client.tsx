import { FlaskConicalOff } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";
import { LinkButton } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import { Notice } from "../ui/notice";
import { Panel } from "../ui/panel";
import { ConformanceCheck } from "./conformance-check";
import { SandboxClock } from "./sandbox-clock";
import type { SandboxView } from "./sandbox-field";

const tools = ["sandbox", "conformance"] as const;
type TryTool = (typeof tools)[number];

/** The tool that an address names; null for the flow, which is on the quick start. */
export function parseTryTool(name: string | undefined): TryTool | null {
  return tools.find((tool) => tool === name) ?? null;
}

interface TryClientProps {
  tool: TryTool;
  client: {
    organizationId: string;
    clientId: string;
    baseUrl: string | null;
    isActive: boolean;
  };
  /** `…/clients/{client_id}`. */
  clientPath: string;
  sandboxes: readonly SandboxView[];
  /** The person's role in the organization, and whether it may act for clients. */
  role: string;
  mayWrite: boolean;
}

/** The tools for testing an extension in a sandbox company, one at a time. */
export function TryClient(props: TryClientProps) {
  return (
    <>
      <ToolLinks clientPath={props.clientPath} current={props.tool} />
      <Tool {...props} />
    </>
  );
}

/** Links between the quick start and the tools. */
function ToolLinks({ clientPath, current }: { clientPath: string; current: TryTool }) {
  const t = useTranslations("developer.nav");
  const links = [
    { tool: "flow", path: "quick-start" },
    ...tools.map((tool) => ({ tool, path: `try?tool=${tool}` }) as const),
  ] as const;
  return (
    <nav aria-label={t("label")}>
      <ul className="flex flex-wrap gap-2">
        {links.map(({ tool, path }) => (
          <li key={tool}>
            <Link
              href={`${clientPath}/${path}`}
              aria-current={tool === current ? "page" : undefined}
              className="flex min-h-9 items-center rounded-full border border-border bg-surface px-3.5 font-semibold text-muted text-sm hover:bg-hover hover:text-ink aria-[current]:border-primary aria-[current]:bg-primary aria-[current]:text-primary-ink"
            >
              {t(tool)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The tool itself, or why it cannot run. */
function Tool(props: TryClientProps) {
  const { tool, client, clientPath, role, mayWrite } = props;
  const [sandbox, ...otherSandboxes] = props.sandboxes;
  if (!mayWrite) return <RoleCannotTry role={role} />;
  if (!sandbox) return <NoSandbox />;
  if (tool === "conformance") return <Conformance {...props} />;
  const sandboxes = [sandbox, ...otherSandboxes] as const;
  return <SandboxClock client={client} sandboxes={sandboxes} logPath={`${clientPath}/requests`} />;
}

function Conformance({ client, clientPath, sandboxes }: TryClientProps) {
  const t = useTranslations("developer.cannotTry");
  // The check installs and uninstalls, so it runs only in the organization's own company.
  const sandbox = sandboxes.find(({ isOwn }) => isOwn);
  if (!sandbox) return <NoSandbox />;
  if (!client.isActive) {
    return (
      <CannotStart title={t("inactive")} editHref={null}>
        <p>{t("inactiveNext")}</p>
      </CannotStart>
    );
  }
  return (
    <ConformanceCheck
      client={client}
      baseUrl={client.baseUrl}
      sandbox={sandbox}
      logPath={`${clientPath}/requests`}
    />
  );
}

/** For a member whose role can view clients but not act for them. */
export function RoleCannotTry({ role }: { role: string }) {
  const t = useTranslations("developer.cannotTry");
  return (
    <Notice tone="warning" title={t("role", { role })}>
      <p>{t("roleNext")}</p>
    </Notice>
  );
}

/** For an organization without a company to try things in. */
export function NoSandbox() {
  const t = useTranslations("developer.cannotTry");
  return (
    <Panel padded={false}>
      <EmptyState
        icon={<FlaskConicalOff className="size-8" aria-hidden="true" />}
        title={t("noSandbox")}
      >
        <p>{t("noSandboxNext")}</p>
      </EmptyState>
    </Panel>
  );
}

interface CannotStartProps {
  title: string;
  /** The reason and the fix. */
  children: ReactNode;
  /** Where to fix it; null for a person who may not. */
  editHref: string | null;
}

/** For a client that is not ready to be tried out. */
function CannotStart({ title, children, editHref }: CannotStartProps) {
  const t = useTranslations("developer");
  return (
    <Notice tone="warning" title={title}>
      {children}
      {editHref ? (
        <div>
          <LinkButton href={editHref} size="small">
            {t("editClient")}
          </LinkButton>
        </div>
      ) : null}
    </Notice>
  );
}
