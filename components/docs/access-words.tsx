import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { Operation } from "./openapi-document";

/** Who may run an operation, by permission. */
export interface AccessFacts {
  /** Whose API it belongs to. */
  kind: "organization" | "company" | "platform";
  permission: string;
  /** Roles with the permission. */
  roles: readonly ("owner" | "admin" | "developer" | "auditor" | "operator" | "support")[];
  /** The scope that gives it to a token; null if no scope does. */
  scope: string | null;
  /** A service key may use it on itself, too. */
  forOwnKey: boolean;
}

/** Who may run an operation, in words. Endpoints of standards have no permission, only credentials. */
export function AccessWords(props: {
  access: AccessFacts | null;
  security: Operation["security"];
}) {
  const { access, security = [] } = props;
  return (
    <ul className="list-disc ps-5">
      {access ? <ByPermission {...access} /> : <ByCredentials security={security} />}
    </ul>
  );
}

function ByPermission({ kind, permission, roles, scope, forOwnKey }: AccessFacts) {
  const t = useTranslations("docs.access");
  const shell = useTranslations("shell.roles");
  const code = (text: ReactNode) => <code className="font-mono text-sm">{text}</code>;
  const people = roles.map((role) => shell(role)).join(", ");
  return (
    <>
      <li>
        {kind === "organization"
          ? t.rich("members", { permission, roles: people, code })
          : t.rich("operators", { permission, roles: people, code })}
      </li>
      {kind === "company" ? <li>{t("company")}</li> : null}
      {scope ? (
        <li>{t.rich(kind === "organization" ? "token" : "serviceKey", { scope, code })}</li>
      ) : null}
      {forOwnKey ? <li>{t("ownKey")}</li> : null}
    </>
  );
}

function ByCredentials({ security }: { security: NonNullable<Operation["security"]> }) {
  const t = useTranslations("docs.access");
  const code = (text: ReactNode) => <code className="font-mono text-sm">{text}</code>;
  const isOptional = security.some((requirement) => Object.keys(requirement).length === 0);
  if (security.length === 0 || isOptional) return <li>{t("everyone")}</li>;
  return security.map((requirement) => {
    const [name, scopes = []] = Object.entries(requirement)[0] ?? ["session"];
    return (
      <li key={`${name} ${scopes.join()}`}>
        {scopes.length > 0
          ? t.rich("tokenOrKey", { scope: scopes.join(", "), code })
          : t(nameOf(name))}
      </li>
    );
  });
}

function nameOf(scheme: string) {
  if (scheme === "client") return "client";
  return scheme === "bearer" ? "anyToken" : "session";
}
