"use client";

import { useTranslations } from "next-intl";
import { Link } from "@/components/ui/link";
import { call } from "@/lib/api/client/call";
import { ErrorNotice } from "../actions/error-notice";
import { useOperation } from "../actions/use-operation";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { Notice } from "../ui/notice";
import { Panel } from "../ui/panel";
import { ScrollArea } from "../ui/scroll-area";

export interface RequireSecondFactorProps {
  organizationId: string;
  required: boolean;
  /** Whether the viewer has a second factor, which is needed to require one. */
  hasOwn: boolean;
  /** Names and addresses of members without one. */
  lacking: readonly { userId: string; name: string; email: string | null }[];
}

/** The setting that requires a second factor, with the members who lose access until they set one up. */
export function RequireSecondFactor(props: RequireSecondFactorProps) {
  const { organizationId, required, hasOwn, lacking } = props;
  const t = useTranslations("settings");
  const params = { organization_id: organizationId };
  const { error, pending, run, forget } = useOperation((isRequired: boolean) =>
    call("patchOrganization", { params, body: { require_second_factor: isRequired } }),
  );
  return (
    <Panel title={t("factor")} description={t("factorWhat")}>
      <div className="grid gap-5">
        <ErrorNotice error={error} onReload={forget} />
        <p>
          {required ? (
            <Badge tone="success">{t("required")}</Badge>
          ) : (
            <Badge>{t("notRequired")}</Badge>
          )}
        </p>
        <Lacking required={required} lacking={lacking} />
        {required ? (
          <div>
            <Button pending={pending} onClick={() => run(false)}>
              {t(pending ? "pending" : "stop")}
            </Button>
          </div>
        ) : (
          <Offer hasOwn={hasOwn} pending={pending} onRequire={() => run(true)} />
        )}
      </div>
    </Panel>
  );
}

function Offer(props: { hasOwn: boolean; pending: boolean; onRequire: () => void }) {
  const { hasOwn, pending, onRequire } = props;
  const t = useTranslations("settings");
  if (!hasOwn) {
    return (
      <Notice title={t("ownFirst")}>
        <p>
          {t.rich("ownFirstNext", {
            profile: (words) => (
              <Link href="/profile#second-factor" className="inline-link">
                {words}
              </Link>
            ),
          })}
        </p>
      </Notice>
    );
  }
  return (
    <div>
      <Button variant="primary" pending={pending} onClick={onRequire}>
        {t(pending ? "pending" : "require")}
      </Button>
    </div>
  );
}

function Lacking({ required, lacking }: Pick<RequireSecondFactorProps, "required" | "lacking">) {
  const t = useTranslations("settings");
  if (lacking.length === 0) return <p>{t("all")}</p>;
  return (
    <div className="grid gap-2">
      <p>
        {t("lacking", { count: lacking.length })}{" "}
        {t(required ? "lackingRequired" : "lackingOffered")}
      </p>
      <ScrollArea as="ul" className="wrap-anywhere max-h-64 list-disc overflow-y-auto ps-5">
        {lacking.map(({ userId, name, email }) => (
          <li key={userId}>
            <bdi>{name}</bdi>
            {email === null ? null : (
              <>
                , <bdi className="text-muted">{email}</bdi>
              </>
            )}
          </li>
        ))}
      </ScrollArea>
    </div>
  );
}
