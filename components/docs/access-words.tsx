import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

/** Some of those who may run an operation, by permission or by their credentials. */
export interface Access {
  who:
    | "members"
    | "operators"
    | "company"
    | "token"
    | "serviceKey"
    | "ownKey"
    | "tokenOrKey"
    | "anyToken"
    | "client"
    | "session"
    | "everyone";
  permission?: string;
  /** Roles with the permission. */
  roles?: readonly ("owner" | "admin" | "developer" | "auditor" | "operator" | "support")[];
  scope?: string;
}

/** Who may run an operation, in words. */
export function AccessWords({ access }: { access: readonly Access[] }) {
  const t = useTranslations("docs.access");
  const shell = useTranslations("shell.roles");
  const code = (text: ReactNode) => <code className="font-mono text-sm">{text}</code>;
  return (
    <ul className="list-disc ps-5">
      {access.map(({ who, permission = "", roles = [], scope = "" }) => (
        <li key={who + scope}>
          {t.rich(who, {
            permission,
            roles: roles.map((role) => shell(role)).join(", "),
            scope,
            code,
          })}
        </li>
      ))}
    </ul>
  );
}
