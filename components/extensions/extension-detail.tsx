import { useTranslations } from "next-intl";
import { ScopeGroups } from "../scopes/scope-groups";
import { Panel } from "../ui/panel";
import { Timestamp } from "../ui/timestamp";
import { RemovalNotice, SuspensionNotice } from "./extension-notices";
import type { ConnectedExtension } from "./extension-views";
import { GrantHistory } from "./grant-history";
import { PermissionUseTable } from "./permission-use";
import { RemoveExtension } from "./remove-extension";

export interface ExtensionDetailProps {
  extension: ConnectedExtension;
  /** Where the form that removes it posts to. */
  removeAction: string;
  /** False for staff. */
  mayRemove: boolean;
  /** True right after the person removed it. */
  justRemoved: boolean;
}

/** An extension's permissions and activity, the history of its grant, and its removal. */
export function ExtensionDetail(props: ExtensionDetailProps) {
  const { extension, removeAction, mayRemove, justRemoved } = props;
  const { removedAt, scopes } = extension;
  const t = useTranslations("extensions.detail");
  return (
    <>
      {removedAt ? (
        <RemovalNotice extension={extension} removedAt={removedAt} live={justRemoved} />
      ) : null}
      {extension.isSuspended && !removedAt ? <SuspensionNotice {...extension} /> : null}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid gap-6">
          {removedAt ? null : (
            <Panel title={t("mayDo")} description={<Approval extension={extension} />}>
              {scopes.length > 0 ? (
                <ScopeGroups scopes={scopes} rawNames />
              ) : (
                <p className="text-muted">{t("nothing")}</p>
              )}
            </Panel>
          )}
          <PermissionUseTable use={extension.use} />
        </div>
        <div className="grid gap-6">
          <GrantHistory history={extension.history} />
          {removedAt ? null : (
            <RemoveExtension extension={extension} action={removeAction} mayRemove={mayRemove} />
          )}
        </div>
      </div>
    </>
  );
}

function Approval({ extension }: { extension: ConnectedExtension }) {
  const t = useTranslations("extensions.detail");
  const { installedAt, approvedBy } = extension;
  const when = () => <Timestamp value={installedAt} />;
  if (!approvedBy) return t.rich("allowed", { when });
  return t.rich("allowedBy", { when, person: () => <bdi>{approvedBy}</bdi> });
}
